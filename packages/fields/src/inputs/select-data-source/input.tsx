import { useEffect, useEffectEvent, useState } from 'react'
import type { InputComponent } from '../../define-input-part.ts'
import { useFieldWords } from '../../field-words.ts'
import { LoadFailure } from '../../load-failure.tsx'
import type { DataSourceSettings } from './definition.ts'
import { OptionCombo } from './option-combo.tsx'
import { type Offer, useOptions } from './use-options.tsx'

/**
 * Select field whose options may come from a data source. The control is read-only until the options are loaded
 * (visitor specification, section 6).
 */
export const SelectDataSourceInput: InputComponent = (props) => {
  const { t } = useFieldWords()
  const { placeholder, ...settings } = props.settings as DataSourceSettings & { placeholder?: string }
  const { offer, retry } = useOptions(settings)
  const value = String(props.value ?? '')
  const lost = useDropped(value, offer, props.onChange)
  const options = offer.phase === 'ready' ? offer.options : []
  const busy = offer.phase === 'loading'
  const note = offer.phase === 'waiting' ? t('rispondi_prima', offer.question) : lost ? t('scelta_decaduta') : ''
  const noteId = `${props.id}-note`
  return (
    <>
      <OptionCombo
        {...props}
        value={value}
        options={options}
        busy={busy}
        readOnly={props.readOnly || options.length === 0}
        placeholder={busy ? t('caricamento') : offer.phase === 'ready' && options.length === 0 ? t('opzioni_assenti') : (placeholder ?? t('cerca_o_scegli'))}
        describedBy={[props.describedBy, note && noteId].filter(Boolean).join(' ') || undefined}
      />
      <p id={noteId} className={note ? 'field-hint' : 'visually-hidden'} role="status">
        {note}
      </p>
      {offer.phase === 'failed' && <LoadFailure message={offer.message} onRetry={retry} />}
    </>
  )
}

/**
 * Clears the visitor's answer if the data source no longer offers the chosen option. After that, returns true until the
 * visitor chooses another option.
 */
function useDropped(value: string, offer: Offer, onChange: (value: string) => void): boolean {
  const [dropped, setDropped] = useState(false)
  const gone = value !== '' && (offer.phase === 'waiting' || (offer.phase === 'ready' && !offer.options.some(({ key }) => key === value)))
  const drop = useEffectEvent(() => onChange(''))
  useEffect(() => {
    if (gone) {
      setDropped(true)
      drop()
    } else if (value !== '') setDropped(false)
  }, [gone, value])
  return dropped
}
