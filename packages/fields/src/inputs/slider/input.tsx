import { useEffect, useRef } from 'react'
import { controlAttributes, type InputComponent } from '../../define-input-part.ts'
import { useFieldWords } from '../../field-words.ts'
import type { SliderSettings } from './definition.ts'

/** Matches hex and named CSS colours only, because the author's text becomes the value of a CSS custom property. */
const COLOR = /^(?:#[0-9a-f]{3,8}|[a-z]{3,30})$/i

/**
 * The control of a slider: a native range input over the author's items. Until the visitor moves the slider, its thumb
 * is drawn hollow and screen readers announce an invitation to choose. A press on the thumb in its initial position
 * chooses that item, although a native range input fires no change event for such a press.
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

  // Sets custom properties by script instead of a `style` attribute, because the page's content security policy allows no inline style in the server's HTML.
  useEffect(() => {
    slider.current?.style.setProperty('--slider-part', String(part))
    slider.current?.style.setProperty('--slider-color', color && COLOR.test(color) ? color : 'var(--brand)')
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
        // A press on the thumb of an untouched slider does not change its value, so React does not call onChange. Other
        // events are handled as well.
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
