import { useEffect, useRef } from 'react'
import { CSS_COLOR } from '../../css-color.ts'
import { controlAttributes, type InputComponent } from '../../define-input-part.ts'
import { useFieldWords } from '../../field-words.ts'
import type { SliderSettings } from './definition.ts'

/**
 * Control of a slider: the browser's range input, with one position for each of the author's items. Until the visitor
 * moves the slider, its thumb is hollow, and the text above it and screen readers invite to choose. Pressing the middle of the slider chooses that item, although a range input fires no change event in this case.
 */
export const SliderInput: InputComponent = (props) => {
  const { t } = useFieldWords()
  const { items } = props.settings as unknown as SliderSettings
  const slider = useRef<HTMLDivElement>(null)
  const at = items.findIndex((item) => item.key === props.value)
  const chosen = items[at]
  const middle = Math.floor((items.length - 1) / 2)
  const color = chosen?.color
  const part = items.length > 1 && at >= 0 ? at / (items.length - 1) : 0

  // Sets custom properties with a script instead of a `style` attribute, because the page's content security policy
  // forbids inline styles in the server's HTML.
  useEffect(() => {
    slider.current?.style.setProperty('--slider-part', String(part))
    slider.current?.style.setProperty('--slider-color', color && CSS_COLOR.test(color) ? color : 'var(--brand)')
  }, [part, color])

  function choose(place: number): void {
    const item = items[place]
    if (item && !props.readOnly) props.onChange(item.key)
  }

  return (
    <div ref={slider} className={chosen ? 'slider' : 'slider slider-untouched'}>
      <output className="slider-value" htmlFor={props.id} aria-hidden="true">
        {chosen?.value ?? t('selezionare_valore')}
      </output>
      <input
        {...controlAttributes(props)}
        type="range"
        min={0}
        max={items.length - 1}
        step={1}
        value={chosen ? at : middle}
        disabled={props.readOnly}
        aria-valuetext={chosen?.value ?? t('selezionare_valore')}
        onChange={(event) => choose(Number(event.target.value))}
        // Pressing the thumb of an untouched slider does not change its value, so React does not call onChange. Other
        // events are therefore handled as well.
        onInput={(event) => choose(Number(event.currentTarget.value))}
        onPointerUp={(event) => choose(Number(event.currentTarget.value))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ') choose(Number(event.currentTarget.value))
        }}
        onBlur={props.onLeave}
      />
      <div className="slider-labels" aria-hidden="true">
        {items.map((item, place) => (
          <button key={item.key} type="button" tabIndex={-1} disabled={props.readOnly} onClick={() => choose(place)}>
            {item.value}
          </button>
        ))}
      </div>
    </div>
  )
}
