import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { useMay } from '../../account.ts'
import { manage } from '../../call.ts'
import { EditModal, useMessages } from '../../ui/edit-modal.tsx'
import { useIsoMoment } from '../../ui/moment.ts'
import { useWords } from '../../words.tsx'

interface Version {
  version: number
  published_at: string
  live: boolean
}

/** The published versions of a definition, and the way back to one. */
export function VersionsModal({ code, onClose }: { code: string; onClose: () => void }) {
  const { t } = useWords()
  const moment = useIsoMoment()
  const may = useMay()
  const queries = useQueryClient()
  const messages = useMessages()
  const [wanted, setWanted] = useState<number | null>(null)
  const at = `/definitions/${encodeURIComponent(code)}/versions`
  const source = useQuery({ queryKey: ['definitions', code, 'versions'], queryFn: ({ signal }) => manage<Version[]>('GET', at, { signal }) })

  async function restore(version: number): Promise<void> {
    await manage('POST', `${at}/${version}/restore`)
    await queries.invalidateQueries({ queryKey: ['definitions'] })
  }

  return (
    <Dialog
      title={`${t('definition_versions')}: ${code}`}
      size="medium"
      onDismiss={onClose}
      actions={
        <Button weight="primary" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
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
              {source.data.map(({ version, published_at, live }) => (
                <tr key={version}>
                  <th scope="row" id={`version-${version}`}>
                    {version}
                  </th>
                  <td>{moment(published_at)}</td>
                  <td>
                    {live ? (
                      <span className="badge state-sent">{t('definition_is_live')}</span>
                    ) : (
                      may.changeDeployment && (
                        <button type="button" className="row-button" aria-describedby={`version-${version}`} onClick={() => setWanted(version)}>
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
      {wanted !== null && (
        <EditModal
          title={t('definition_restore')}
          size="small"
          saveLabel={t('definition_restore')}
          save={() => restore(wanted)}
          done={t('definition_restored', String(wanted))}
          onClose={() => setWanted(null)}
        >
          <p>
            {code}, {t('definition_version')} {wanted}
          </p>
        </EditModal>
      )}
    </Dialog>
  )
}
