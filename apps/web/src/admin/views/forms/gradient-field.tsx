import { isHexColor } from '@sportello/checks/contrast'
import { Field } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'
import { clampAngle, colorOf, type Gradient, gradientCss, gradientOf } from './background.ts'

interface ColorFieldProps {
  label: string
  name: string
  value: unknown
  onChange: (color: string) => void
}

/** Field for a colour, consisting of a colour picker and a text input. */
export function ColorField({ label, name, value, onChange }: ColorFieldProps) {
  const { t } = useWords()
  const color = colorOf(value)
  return (
    <Field label={label} name={name}>
      {(control) => (
        <div className="control-row">
          <input {...control} type="color" className="control-color" value={color} onChange={(event) => onChange(event.target.value)} />
          <code>{isHexColor(value) ? color : t('color_unset')}</code>
        </div>
      )}
    </Field>
  )
}

interface GradientFieldProps {
  name: string
  value: unknown
  onChange: (gradient: Gradient) => void
}

/** Fields for the two colours and the angle of a gradient, with a preview. */
export function GradientField({ name, value, onChange }: GradientFieldProps) {
  const { t } = useWords()
  const gradient = gradientOf(value)
  const change = (part: Partial<Gradient>) => onChange({ ...gradient, ...part })
  return (
    <div className="field-row">
      <ColorField label={t('gradient_from')} name={`${name}.from`} value={gradient.from} onChange={(from) => change({ from })} />
      <ColorField label={t('gradient_to')} name={`${name}.to`} value={gradient.to} onChange={(to) => change({ to })} />
      <Field label={t('gradient_angle')} name={`${name}.angle`}>
        {(control) => (
          <input
            {...control}
            type="number"
            className="control"
            min={0}
            max={360}
            step={1}
            value={gradient.angle}
            onChange={(event) => change({ angle: clampAngle(Number(event.target.value)) })}
          />
        )}
      </Field>
      <Preview background={gradientCss(gradient)} />
    </div>
  )
}

/** Preview of a background colour or gradient. */
export function Preview({ background }: { background: string }) {
  return <div className="look-preview" style={{ background }} aria-hidden="true" />
}
