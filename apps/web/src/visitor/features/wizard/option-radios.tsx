import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { type OptionPickerProps, optionsInOrder, StepOption } from './step-option.tsx'

const STEP: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/**
 * The options of a step as radio buttons (`show_radio_buttons`), following the ARIA APG pattern "radio group inside a
 * toolbar". The arrow keys only move the focus; Space or Enter chooses an option, because choosing opens the next step.
 */
export function OptionRadios({ name, options, chosen, hrefOf, onChoose }: OptionPickerProps) {
  const id = useId()
  const group = useRef<HTMLDivElement>(null)
  const listed = optionsInOrder(options)
  const [at, setAt] = useState(
    Math.max(
      0,
      listed.findIndex(({ code_tag }) => code_tag === chosen),
    ),
  )

  function move(event: KeyboardEvent): void {
    const radios = [...(group.current?.querySelectorAll<HTMLElement>('[role="radio"]') ?? [])]
    const step = STEP[event.key]
    if (step) radios[(at + step + radios.length) % radios.length]?.focus()
    else if (event.key === ' ' || event.key === 'Enter') radios[at]?.click()
    else return
    event.preventDefault()
  }

  return (
    <div ref={group} role="radiogroup" aria-label={name} className="options options-radio" onKeyDown={move}>
      {listed.map((option, place) => (
        <StepOption
          key={option.code_tag}
          role="radio"
          id={`${id}-${option.code_tag}`}
          option={option}
          active={false}
          chosen={option.code_tag === chosen}
          tabIndex={place === at ? 0 : -1}
          href={hrefOf(option)}
          onFocus={() => setAt(place)}
          onChoose={onChoose}
        />
      ))}
    </div>
  )
}
