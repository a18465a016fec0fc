import { type ListedDefinition, MAX_VERSION_MESSAGE } from '@sportello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { manage } from '../../call.ts'
import { useIsoDateTimeFormat, useTimeZone } from '../../ui/date-time-format.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { AreaField, CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { languageLabel, useWords } from '../../words.tsx'
import { FailingTests } from '../form-tests/failing-tests.tsx'
import { isFailing, useFormTests } from '../form-tests/use-form-tests.ts'
import { usePublicationImpact } from '../forms/use-form-impact.ts'
import { ChangeList, useChanges } from './change-list.tsx'
import { DocumentFaults } from './document-faults.tsx'
import { PublicationCheck, usePublicationCheck } from './publication-check.tsx'
import { momentOf } from './publication-time.ts'
import { isOpen, publicationsPath, usePublications } from './use-publications.ts'

interface DraftModalProps {
  /**
   * The definition as the operator saw it, with its version. The server rejects the action if the draft has changed
   * since.
   */
  definition: ListedDefinition
  /** Describes in words where an error is in the definition. Set only if the modal is opened from the form editor. */
  placeOf?: (pointer: string) => string | undefined
  onClose: () => void
}

interface PublishModalProps extends DraftModalProps {
  /** Codes of the draft's languages, of which a single one can be published. */
  languages?: readonly string[]
  onPublished?: () => void
}

/**
 * Modal in which an operator publishes a draft, either immediately or at a chosen time. If the deployment requires a
 * second person's approval, the operator requests the publication instead.
 */
export function PublishModal({ definition, placeOf: placeInDraft, languages = [], onPublished, onClose }: PublishModalProps) {
  const { t } = useWords()
  const { code_tag: code, version, updated_at } = definition
  const formatDateTime = useIsoDateTimeFormat()
  const refreshing = useRefreshing()
  const impact = usePublicationImpact()
  const [refusal, setRefusal] = useState<Error | null>(null)
  const { data: publications } = usePublications(code)
  const isAsked = publications?.needs_approval ?? false
  const isWaiting = publications?.publications.some(isOpen) ?? false
  const [language, setLanguage] = useState('')
  const only = language || undefined
  // The places of the errors are those of the draft, unless only one language is published.
  const placeOf = only === undefined ? placeInDraft : undefined
  const check = usePublicationCheck(code, version, only)
  const [isConfirmed, setIsConfirmed] = useState(false)
  const [message, setMessage] = useState('')
  const [isUrgent, setIsUrgent] = useState(false)
  const time = useTimeField(isAsked)
  const { data: tests, isPending: areTestsRunning } = useFormTests(code, version)
  const failing = tests?.filter(isFailing) ?? []
  const [reason, setReason] = useState('')
  const needsReason = failing.length > 0 && reason.trim() === ''
  const told = { ...(only !== undefined && { language: only }), message, urgent: isUrgent, ...(failing.length > 0 && { test_reason: reason }) }
  const isSound = check.state !== 'checking' && check.errors.length === 0 && (check.warnings.length === 0 || isConfirmed)
  const isNow = !isAsked && !time.isLater
  async function publish(): Promise<void> {
    setRefusal(null)
    try {
      if (isNow) await refreshing(manage('POST', `/definitions/${encodeURIComponent(code)}/publish`, { version, body: told }))
      else await refreshing(manage('POST', publicationsPath(code), { version, body: { ...told, publish_at: time.moment ?? null } }))
      if (isNow) onPublished?.()
    } catch (error) {
      if (error instanceof Error) setRefusal(error)
      throw error
    }
  }
  return (
    <EditModal
      title={t(isAsked ? 'pub_ask' : 'definition_publish')}
      size="small"
      saveLabel={t(isAsked ? 'pub_ask' : time.isLater ? 'pub_plan' : 'definition_publish')}
      disabled={!publications || areTestsRunning || isWaiting || !isSound || needsReason || (time.isLater && time.moment === undefined)}
      save={publish}
      {...(isNow && { impact: () => impact(code) })}
      done={t(isNow ? 'definition_published' : isAsked ? 'pub_ask_done' : 'pub_plan_done', code)}
      conflictHint={t('definition_conflict')}
      onClose={onClose}
    >
      <DocumentFaults error={refusal} placeOf={placeOf} />
      {isWaiting && <p className="notice notice-warning">{t('pub_open')}</p>}
      <p>{t(isAsked ? 'pub_ask_text' : 'definition_publish_text', code)}</p>
      <p>{t('definition_draft_saved', formatDateTime(updated_at))}</p>
      {definition.live_version !== null && languages.length > 1 && (
        <SelectField
          label={t('publish_what')}
          hint={only === undefined ? undefined : t('publish_language_hint')}
          name="language"
          value={language}
          onChange={(chosen) => {
            setLanguage(chosen)
            setIsConfirmed(false)
          }}
          choices={[{ value: '', label: t('publish_all') }, ...languages.map((each) => ({ value: each, label: t('publish_language', languageLabel(each)) }))]}
        />
      )}
      {refusal === null && <PublicationCheck check={check} isConfirmed={isConfirmed} onConfirm={setIsConfirmed} placeOf={placeOf} />}
      {failing.length > 0 && <FailingTests definition={code} failing={failing} reason={reason} onReason={setReason} />}
      {definition.live_version !== null && only === undefined && <ChangesSince definition={definition} />}
      {time.field}
      {/* Appears after the warnings above it, which would otherwise push it away under the pointer. */}
      {definition.live_version !== null && check.state !== 'checking' && (
        <CheckField label={t('pub_urgent')} hint={t('pub_urgent_hint')} name="urgent" value={isUrgent} onChange={setIsUrgent} />
      )}
      <AreaField
        label={t('publish_message')}
        name="message"
        hint={t('publish_message_hint')}
        maxLength={MAX_VERSION_MESSAGE}
        value={message}
        onChange={setMessage}
      />
    </EditModal>
  )
}

/**
 * Returns the input fields for the time of a publication. Also returns the time that the operator chose; it is
 * undefined if
 * it is invalid.
 */
function useTimeField(isAsked: boolean): { field: ReactNode; isLater: boolean; moment: string | undefined } {
  const { t } = useWords()
  const timeZone = useTimeZone()
  const [isLater, setIsLater] = useState(false)
  const [value, setValue] = useState('')
  const moment = isLater ? momentOf(value, timeZone, Date.now()) : undefined
  const field = (
    <>
      <SelectField
        label={t('pub_when')}
        name="when"
        value={isLater ? 'later' : 'now'}
        onChange={(chosen) => setIsLater(chosen === 'later')}
        choices={[
          { value: 'now', label: t(isAsked ? 'pub_now_approved' : 'pub_now') },
          { value: 'later', label: t('pub_later') },
        ]}
      />
      {isLater && (
        <TextField
          label={t('pub_moment')}
          hint={t('pub_zone', timeZone)}
          fault={value !== '' && moment === undefined ? t('pub_moment_wrong') : undefined}
          name="publish_at"
          type="datetime-local"
          required
          value={value}
          onChange={setValue}
        />
      )}
    </>
  )
  return { field, isLater, moment }
}

/** Collapsible list of the changes that the publication would make to the live version. */
function ChangesSince({ definition: { code_tag: code, version } }: Pick<DraftModalProps, 'definition'>) {
  const { t, language } = useWords()
  const { data } = useChanges(code, 'live', 'draft', version)
  // The list of changes is only informative: if it cannot be loaded, the operator can still publish.
  if (!data || data.total === 0) return null
  return (
    <details>
      <summary>{t('changes_since', new Intl.NumberFormat(language).format(data.total))}</summary>
      <ChangeList {...data} />
    </details>
  )
}

export function DiscardModal({ definition, onClose }: DraftModalProps) {
  const { t } = useWords()
  const { code_tag: code, version, updated_at } = definition
  const formatDateTime = useIsoDateTimeFormat()
  const refreshing = useRefreshing()
  return (
    <EditModal
      title={t('definition_discard')}
      size="small"
      danger
      saveLabel={t('definition_discard')}
      save={() => refreshing(manage('DELETE', `/definitions/${encodeURIComponent(code)}`, { version }))}
      done={t('deleted', code)}
      conflictHint={t('definition_conflict')}
      onClose={onClose}
    >
      <p>{t('definition_discard_text', code)}</p>
      <p>{t('definition_draft_saved', formatDateTime(updated_at))}</p>
    </EditModal>
  )
}

/**
 * Returns a function that waits for an API call and then reloads the list of definitions. It reloads the list even if
 * the server rejected the call, so that the list shows the current state.
 */
export function useRefreshing(): (call: Promise<unknown>) => Promise<void> {
  const queries = useQueryClient()
  return async (call) => {
    try {
      await call
    } finally {
      await Promise.all([['definitions'], ['publications']].map((queryKey) => queries.invalidateQueries({ queryKey })))
    }
  }
}
