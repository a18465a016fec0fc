import { useEffect, useId, useState } from 'react'
import { SelectField } from '../../../ui/field.tsx'
import { useEditorWords } from '../editor-words.tsx'
import type { ControlProps } from './control-props.ts'
import { TextControl } from './text-control.tsx'
import { useProperty } from './use-property.ts'

/** Patterns for common formats that are not in the setting `text_format`. Each pattern must match the whole answer. */
const READY_MADE = {
  vat: '[0-9]{11}',
  letters: "[\\p{L} '’.-]+",
  digits: '[0-9]+',
} as const

type Engine = typeof import('../../../../shared/pattern-engine.ts')

/**
 * Field for the format of an answer. It consists of a list of common formats, the pattern itself, and an input in which
 * the author can test the pattern.
 */
export function PatternControl({ id, path, label, readOnly }: ControlProps) {
  const t = useEditorWords()
  const { value, set } = useProperty(id, path)
  const pattern = typeof value === 'string' ? value : ''
  const [isOwn, setIsOwn] = useState(false)
  const known = Object.entries(READY_MADE).find(([, each]) => each === pattern)?.[0]
  const chosen = isOwn ? 'own' : (known ?? (pattern === '' ? '' : 'own'))
  function choose(next: string): void {
    setIsOwn(next === 'own')
    if (next !== 'own') set(READY_MADE[next as keyof typeof READY_MADE])
  }
  const names = Object.keys(READY_MADE) as (keyof typeof READY_MADE)[]
  return (
    <>
      <SelectField
        label={t('set_pattern')}
        name={path.join('.')}
        disabled={readOnly}
        value={chosen}
        onChange={choose}
        choices={[
          { value: '', label: t('set_none') },
          ...names.map((name) => ({ value: name, label: t(`pattern_${name}`) })),
          { value: 'own', label: t('pattern_own') },
        ]}
      />
      {chosen === 'own' && <TextControl id={id} path={path} label={label} readOnly={readOnly} />}
      {pattern !== '' && <Trial pattern={pattern} />}
    </>
  )
}

/** Test input: the author types a value and sees whether the pattern matches it. */
function Trial({ pattern }: { pattern: string }) {
  const t = useEditorWords()
  const trialId = useId()
  const [engine, setEngine] = useState<Engine>()
  const [typed, setTyped] = useState('')
  useEffect(() => {
    // The regular-expression engine is a separate chunk, which the browser loads when the first pattern field is shown.
    void import('../../../../shared/pattern-engine.ts').then(setEngine, () => {})
  }, [])
  const verdict = engine && verdictOf(engine, pattern, typed)
  const isFault = verdict === 'invalid' || verdict === 'refused'
  return (
    <div className="field">
      <label htmlFor={trialId}>{t('pattern_try')}</label>
      <input
        id={trialId}
        className="control"
        autoComplete="off"
        value={typed}
        aria-describedby={`${trialId}-verdict`}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p id={`${trialId}-verdict`} role="status" className={isFault ? 'fault' : 'hint'}>
        {verdict && t(`pattern_${verdict}`)}
      </p>
    </div>
  )
}

function verdictOf({ matches }: Engine, pattern: string, typed: string): 'invalid' | 'accepted' | 'refused' | undefined {
  try {
    const isMatch = matches(pattern, typed)
    if (typed === '') return undefined
    return isMatch ? 'accepted' : 'refused'
  } catch {
    return 'invalid'
  }
}
