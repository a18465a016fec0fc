import type { ReportedFinding } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { manage } from '../../call.ts'
import { CheckField } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'

/** Maximum number of errors, and of warnings, that the dialog lists. */
const LISTED = 20

/** Loads the errors and warnings that the server's check finds in the draft of a definition, or in the live version with one language of it. */
export function usePublicationCheck(code: string, version: string, language?: string) {
  const { data: findings, error } = useQuery({
    queryKey: ['check', code, version, language],
    queryFn: ({ signal }) => manage<ReportedFinding[]>('GET', `/definitions/${encodeURIComponent(code)}/check`, { query: { language }, signal }),
    gcTime: 0,
  })
  const errors = findings?.filter(({ severity }) => severity === 'error') ?? []
  const warnings = findings?.filter(({ severity }) => severity === 'warning') ?? []
  // If the check itself cannot run, the operator may still try to publish: the server rejects a draft with errors.
  return { errors, warnings, state: findings ? 'checked' : error ? 'failed' : 'checking' } as const
}

interface PublicationCheckProps {
  check: ReturnType<typeof usePublicationCheck>
  isConfirmed: boolean
  onConfirm: (isConfirmed: boolean) => void
  placeOf?: ((pointer: string) => string | undefined) | undefined
}

/**
 * Shows the errors, which prevent the publication. Shows the warnings with a checkbox by which the operator confirms
 * them.
 */
export function PublicationCheck({ check: { errors, warnings, state }, isConfirmed, onConfirm, placeOf }: PublicationCheckProps) {
  const { t } = useWords()
  if (state !== 'checked') return <p role="status">{t(state === 'checking' ? 'publish_checking' : 'publish_unchecked')}</p>
  if (errors.length + warnings.length === 0) return <p role="status">{t('publish_sound')}</p>
  return (
    <>
      {errors.length > 0 && <Faults title={t('publish_errors')} kind="danger" faults={errors} placeOf={placeOf} />}
      {warnings.length > 0 && <Faults title={t('publish_warnings')} kind="warning" faults={warnings} placeOf={placeOf} />}
      {errors.length === 0 && <CheckField label={t('publish_confirm')} name="confirmed" value={isConfirmed} onChange={onConfirm} />}
    </>
  )
}

interface FaultsProps {
  title: string
  kind: 'danger' | 'warning'
  faults: readonly ReportedFinding[]
  placeOf: PublicationCheckProps['placeOf']
}

function Faults({ title, kind, faults, placeOf }: FaultsProps) {
  const { t } = useWords()
  return (
    <section className={`notice notice-${kind}`} aria-label={title}>
      <strong>{title}</strong>
      <ul className="plain-list faults">
        {faults.slice(0, LISTED).map(({ check, pointer, message }) => (
          <li key={`${check} ${pointer} ${message}`}>
            {placeOf?.(pointer) !== undefined && <strong>{placeOf(pointer)}: </strong>}
            {message}
          </li>
        ))}
        {faults.length > LISTED && <li>{t('publish_more', String(faults.length - LISTED))}</li>}
      </ul>
    </section>
  )
}
