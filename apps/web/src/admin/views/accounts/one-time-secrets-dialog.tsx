import { Button } from '../../../shared/ui/button.tsx'
import { csvOf, saveTextFile } from '../../ui/csv.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useWords } from '../../words.tsx'

/**
 * Table of new login tokens or personal links, with the secret in the last column. The dashboard shows each secret only
 * once.
 */
export interface OneTimeSecrets {
  title: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  file: string
}

/** Maximum number of tokens or links that the dialog shows; its copy and download buttons contain all of them. */
const SHOWN = 20

/**
 * Dialog that shows new tokens or links. The operator can close it only with its close button and not with Escape,
 * because the secrets cannot be shown again.
 */
export function OneTimeSecretsDialog({ title, columns, rows, file, onClose }: OneTimeSecrets & { onClose: () => void }) {
  const { t, language } = useWords()
  const actions = (
    <>
      <Button
        onClick={() =>
          void navigator.clipboard
            .writeText(rows.length === 1 ? (rows[0]?.at(-1) ?? '') : rows.map((row) => row.join('\t')).join('\n'))
            .then(() => showToast(t('made_copied')))
        }
      >
        {t('made_copy')}
      </Button>
      <Button onClick={() => saveTextFile(file, csvOf([columns, ...rows]), 'text/csv')}>{t('made_download')}</Button>
      <Button weight="primary" onClick={onClose}>
        {t('close')}
      </Button>
    </>
  )
  return (
    <Dialog title={title} size="medium" actions={actions}>
      <p className="notice notice-warning">{t('made_once')}</p>
      <div className="small-table">
        <table aria-label={title}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map((row) => (
              <tr key={row.at(-1)}>
                {row.map((cell, at) => (
                  <td key={columns[at]} className={at === row.length - 1 ? 'code' : undefined}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > SHOWN && <p className="hint">{t('made_more', (rows.length - SHOWN).toLocaleString(language))}</p>}
    </Dialog>
  )
}
