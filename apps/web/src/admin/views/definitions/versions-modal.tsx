import type { ListedDefinition, PublishedVersion } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { manage } from '../../call.ts'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EditModal } from '../../ui/edit-modal.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import type { VersionName } from './change-list.tsx'
import { useRefreshing } from './draft-modals.tsx'
import { VersionComparison } from './version-comparison.tsx'

/** Dialog that lists the published versions of a definition. The operator can restore one of them. */
export function VersionsModal({ definition, onClose }: { definition: ListedDefinition; onClose: () => void }) {
  const { t } = useWords()
  return (
    <Dialog
      title={`${t('definition_versions')}: ${definition.code_tag}`}
      size="large"
      onDismiss={onClose}
      actions={
        <Button weight="primary" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <VersionList definition={definition} />
    </Dialog>
  )
}

/** Table of the published versions of a definition. */
export function VersionList({ definition }: { definition: ListedDefinition }) {
  const { t } = useWords()
  const formatDateTime = useIsoDateTimeFormat()
  const may = usePermissions()
  const refreshing = useRefreshing()
  const { code_tag: code } = definition
  const messages = useMessages()
  const [wanted, setWanted] = useState<{ number: number; seen: ListedDefinition } | null>(null)
  const [compared, setCompared] = useState<{ from: VersionName; to: VersionName } | null>(null)
  const at = `/definitions/${encodeURIComponent(code)}/versions`
  const source = useQuery({ queryKey: ['definitions', code, 'versions'], queryFn: ({ signal }) => manage<PublishedVersion[]>('GET', at, { signal }) })
  async function restore({ number, seen }: { number: number; seen: ListedDefinition }): Promise<void> {
    let isAsked = false
    await refreshing(
      manage<{ asked: boolean }>('POST', `${at}/${number}/restore`, { version: seen.version }).then(({ asked }) => {
        isAsked = asked
      }),
    )
    showToast(isAsked ? t('pub_ask_done', code) : t('definition_restored', String(number)))
  }
  const shown = compared ?? firstComparison(definition, source.data)

  return (
    <>
      {source.isPending && <p role="status">{t('loading')}</p>}
      {source.error && <p role="alert">{messages(source.error).join(' ')}</p>}
      {source.data && (
        <div className="table-scroll">
          <table aria-label={t('definition_versions')}>
            <thead>
              <tr>
                <th scope="col">{t('definition_version')}</th>
                <th scope="col">{t('definition_published_at')}</th>
                <th scope="col">{t('actions')}</th>
              </tr>
            </thead>
            <tbody>
              {source.data.map(({ version, published_at, published_by, message, urgent, live }) => (
                <tr key={version}>
                  <th scope="row" id={`version-${version}`}>
                    {version}
                  </th>
                  <td>
                    {formatDateTime(published_at)}
                    {published_by !== null && <span className="hint"> {t('definition_published_by', published_by)}</span>}
                    {urgent && <span className="badge state-queued">{t('definition_urgent')}</span>}
                    {message !== null && <p className="version-message">{message}</p>}
                  </td>
                  <td>
                    {version > 1 && (
                      <button
                        type="button"
                        className="row-button"
                        aria-describedby={`version-${version}`}
                        onClick={() => setCompared({ from: version - 1, to: version })}
                      >
                        {t('changes_row')}
                      </button>
                    )}
                    {live ? (
                      <span className="badge state-sent">{t('definition_is_live')}</span>
                    ) : (
                      may.publish && (
                        <button
                          type="button"
                          className="row-button"
                          aria-describedby={`version-${version}`}
                          onClick={() => setWanted({ number: version, seen: definition })}
                        >
                          {t('definition_restore')}
                        </button>
                      )
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {source.data && shown && (
        <VersionComparison
          code={code}
          form={definition.forms[0] ?? null}
          versions={source.data}
          hasDraft={definition.draft}
          seen={definition.version}
          {...shown}
          onChange={(from, to) => setCompared({ from, to })}
        />
      )}
      {wanted !== null && (
        <EditModal
          title={t('definition_restore')}
          size="small"
          saveLabel={t('definition_restore')}
          save={() => restore(wanted)}
          done={null}
          conflictHint={t('definition_conflict')}
          onClose={() => setWanted(null)}
        >
          <p>
            {code}, {t('definition_version')} {wanted.number}
          </p>
          <p>{t('definition_restore_text')}</p>
          {wanted.seen.draft && <p className="notice notice-warning">{t('definition_restore_draft')}</p>}
        </EditModal>
      )}
    </>
  )
}

/**
 * Returns the two versions that the dialog compares when it opens: the live version and the draft or, without a draft,
 * the live version and the version before it. Returns null if there is only one version.
 */
function firstComparison(
  { draft, live_version: live }: ListedDefinition,
  versions: readonly PublishedVersion[] = [],
): { from: number; to: VersionName } | null {
  if (live === null) return null
  if (draft) return { from: live, to: 'draft' }
  const before = versions.find(({ version }) => version < live)?.version
  return before === undefined ? null : { from: before, to: live }
}
