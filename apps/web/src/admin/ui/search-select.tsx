import { type FieldPhraseKey, FieldWordsContext, OptionCombo } from '@sportello/fields/react'
import { type ComponentProps, type KeyboardEvent, useMemo } from 'react'
import { useWords } from '../words.tsx'
import { type Choice, Field } from './field.tsx'

type SearchSelectProps = Omit<ComponentProps<typeof Field>, 'children'> & {
  value: string
  onChange: (value: string) => void
  choices: readonly Choice[]
  busy?: boolean
}

/** A select whose choices are found by typing. */
export function SearchSelect({ value, onChange, choices, busy = false, ...field }: SearchSelectProps) {
  const { language, t } = useWords()
  const words = useMemo(() => {
    const own: Partial<Record<FieldPhraseKey, Parameters<typeof t>[0]>> = {
      mostra_opzioni: 'combo_show',
      nessuna_opzione: 'combo_none',
      opzioni_trovate: 'combo_found',
      prime_opzioni: 'combo_first',
    }
    return { language, t: (key: FieldPhraseKey, ...params: string[]) => (own[key] ? t(own[key], ...params) : key), issue: () => '' }
  }, [language, t])
  const options = useMemo(() => choices.map(({ value: key, label }) => ({ key, value: label })), [choices])

  return (
    <FieldWordsContext value={words}>
      <Field {...field}>
        {(control) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list, and not the modal around it
          <div onKeyDown={keepEscape}>
            <OptionCombo
              id={control.id}
              value={value}
              options={options}
              busy={busy}
              placeholder={t('combo_placeholder')}
              onChange={(key) => onChange(String(key))}
              onLeave={() => {}}
              settings={{}}
              label={field.label}
              required={control.required}
              readOnly={false}
              invalid={control['aria-invalid'] === true}
              describedBy={control['aria-describedby']}
              errorId={undefined}
              today=""
              kept={(answer) => answer}
              matches={() => true}
              asRadio={false}
            />
          </div>
        )}
      </Field>
    </FieldWordsContext>
  )
}

function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape' && event.defaultPrevented) event.stopPropagation()
}
