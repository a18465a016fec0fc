import type { TranslationDifference, TranslationFormat } from '@sportello/contract'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { manage } from '../../call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { showErrorToast, showToast } from '../../ui/toasts.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { languageLabel, useWords } from '../../words.tsx'
import { useEditorWords } from '../editor/editor-words.tsx'
import { useDraft } from '../editor/use-draft.ts'

/** A file of translations that an operator has chosen, with what it would change. */
export interface ChosenFile {
  name: string
  /** Path of the management call that imports the file. */
  path: string
  body: { format: TranslationFormat; content: string }
  difference: TranslationDifference
}

interface FileDifferenceProps {
  file: ChosenFile
  language: string
  onClose: () => void
}

/** Dialog that shows what a file of translations would change. The operator may leave single texts out before it is taken. */
export function FileDifference({ file: { name, path, body, difference }, language, onClose }: FileDifferenceProps) {
  const t = useEditorWords()
  const { t: shared, language: own } = useWords()
  const draft = useDraft()
  const messages = useMessages()
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setIsBusy] = useState(false)
  const { changes, changed, refused, refused_texts: refusedTexts, unchanged, is_new_language: isNew, sequence } = difference
  const taken = changed - without.size
  const count = (value: number) => value.toLocaleString(own)

  function choose(text: string, isTaken: boolean): void {
    setWithout(isTaken ? new Set([...without].filter((each) => each !== text)) : new Set([...without, text]))
  }

  async function take(): Promise<void> {
    setIsBusy(true)
    try {
      await manage('POST', path, { body: { ...body, sequence, without: [...without] } })
      await draft.reload()
      showToast(t('translation_file_done', count(taken)))
      onClose()
    } catch (error) {
      if (error instanceof Error) showErrorToast(messages(error).join(' '))
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      title={t('translation_file_title', name, languageLabel(language))}
      size="large"
      onDismiss={isBusy ? undefined : onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {shared('cancel')}
          </Button>
          <Button weight="primary" onClick={() => void take()} disabled={isBusy || taken === 0}>
            {t('translation_file_take', count(taken))}
          </Button>
        </>
      }
    >
      <p>{t('translation_file_counts', count(changed), count(unchanged), count(refusedTexts))}</p>
      {isNew && <p>{t('translation_file_new', languageLabel(language))}</p>}
      {refused.length > 0 && (
        <details open={changed === 0}>
          <summary>{t('translation_file_refused', count(refusedTexts))}</summary>
          <ul className="translation-refused">
            {refused.map(({ name: text, place, target, reason, missing, extra }) => (
              <li key={text}>
                <span className="hint">{place}</span> {target}
                <span className="fault">
                  {reason === 'unknown'
                    ? t('translation_file_unknown_text')
                    : [...missing.map((code) => t('translation_missing', code)), ...extra.map((code) => t('translation_extra', code))].join(' ')}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {changes.length > 0 && (
        <table className="translation-changes">
          <thead>
            <tr>
              <th scope="col">{t('translation_file_column_take')}</th>
              <th scope="col">{t('translation_file_column_source')}</th>
              <th scope="col">{t('translation_file_column_change')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name: text, place, source, before, after, is_stale: isStale }) => (
              <tr key={text}>
                <td>
                  <input
                    type="checkbox"
                    className="tick"
                    aria-label={t('translation_file_take_one', source.slice(0, 80))}
                    checked={!without.has(text)}
                    onChange={({ target }) => choose(text, target.checked)}
                  />
                </td>
                <td>
                  <span className="hint">{place}</span> {source}
                </td>
                <td lang={language}>
                  {before !== '' && <del>{before}</del>} <ins>{after}</ins>
                  {isStale && <span className="badge">{t('translation_stale')}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {changed > changes.length && <p className="hint">{t('translation_file_more', count(changed - changes.length))}</p>}
    </Dialog>
  )
}
