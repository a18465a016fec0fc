import { isInputFault } from '@sportello/contract'
import { CallError } from '../../../shared/call-error.ts'
import { useWords } from '../../words.tsx'

interface DocumentFaultsProps {
  error: Error | null
  /**
   * Describes in words the place in the form to which a JSON Pointer refers; undefined if it is neither a step nor a
   * field.
   */
  placeOf?: ((pointer: string) => string | undefined) | undefined
}

/** An error that the server found in the JSON document of a definition. */
export interface DocumentFault {
  /** JSON Pointer to the location of the error in the definition. */
  pointer: string
  message: string
}

/** Returns the errors in a definition's JSON document that made the server reject a call. */
export function documentFaults(error: Error | null): readonly DocumentFault[] {
  if (!(error instanceof CallError)) return []
  return error.errors
    .filter(({ data }) => data.code === 'forms_mgmt0001')
    .map(({ data: { field = '', params, message } }) => ({ pointer: field, message: isInputFault(params[0]) ? message : (params[0] ?? message) }))
}

/**
 * Lists the errors that the server found in the JSON document of a definition. A description in words shows where the
 * error
 * is or, if there is no description, its JSON Pointer.
 */
export function DocumentFaults({ error, placeOf }: DocumentFaultsProps) {
  const { t } = useWords()
  const faults = documentFaults(error)
  if (faults.length === 0) return null
  return (
    <section className="notice notice-danger" aria-label={t('document_faults')}>
      <ul className="plain-list faults">
        {faults.map(({ pointer, message }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one place may have two errors with the same text
          <li key={at}>
            <FaultPlace place={placeOf?.(pointer)} pointer={pointer || '/'} /> {message}
          </li>
        ))}
      </ul>
    </section>
  )
}

function FaultPlace({ place, pointer }: { place: string | undefined; pointer: string }) {
  return place === undefined ? <code>{pointer}</code> : <strong>{place}:</strong>
}
