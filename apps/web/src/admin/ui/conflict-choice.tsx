import { useEffect, useId, useState } from 'react'
import { get, type UseFormReturn } from 'react-hook-form'
import { type Difference, textOf } from '../views/audit/differences.ts'
import { useWords } from '../words.tsx'

interface ConflictChoiceProps {
  difference: Difference
  /** Label of the field in the modal that edits the value; undefined if the modal has no such field. */
  label: string | undefined
  /** Current version of the resource, which includes the other operator's change. */
  now: unknown
  form: UseFormReturn
}

/**
 * Lets this operator choose, for one field, between their own value and the other operator's value. The chosen value is
 * written into the field. If this operator has not changed the field, the other operator's value is preselected.
 */
export function ConflictChoice({ difference: { path, before, after }, label, now, form }: ConflictChoiceProps) {
  const { t } = useWords()
  const name = useId()
  const [mine] = useState<unknown>(() => form.getValues(path))
  const mineText = isEmpty(mine) ? '' : textOf(mine)
  const [isTheirs, setIsTheirs] = useState(mineText === (before ?? ''))
  const { setValue } = form
  useEffect(() => {
    const theirs: unknown = get(now, path)
    setValue(path, isTheirs ? (theirs ?? (typeof mine === 'string' ? '' : undefined)) : mine, { shouldDirty: true, shouldValidate: true })
  }, [isTheirs, path, now, mine, setValue])
  return (
    <fieldset className="conflict">
      <legend>
        {label !== undefined && <strong>{label} </strong>}
        <span className="code">{path}</span>
        {before !== undefined && (
          <>
            {' '}
            ({t('audit_before')} <del>{before}</del>)
          </>
        )}
      </legend>
      <label>
        <input type="radio" name={name} checked={!isTheirs} onChange={() => setIsTheirs(false)} />
        <span>
          {t('conflict_mine')}: {mineText || '–'}
        </span>
      </label>
      <label>
        <input type="radio" name={name} checked={isTheirs} onChange={() => setIsTheirs(true)} />
        <span>
          {t('conflict_theirs')}: {after === undefined ? '–' : <ins>{after}</ins>}
        </span>
      </label>
    </fieldset>
  )
}

const isEmpty = (value: unknown) => value === undefined || value === null
