import { TRANSLATION_FORMATS, type TranslationDifference, type TranslationFormat } from '@sportello/contract'
import { useState } from 'react'
import { download, manage } from '../../call.ts'
import { FileButton } from '../../ui/file-button.tsx'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { showErrorToast } from '../../ui/toasts.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { languageLabel } from '../../words.tsx'
import { useEditorWords } from '../editor/editor-words.tsx'
import { useDraft } from '../editor/use-draft.ts'
import { type ChosenFile, FileDifference } from './file-difference.tsx'

const ACCEPTED = '.xlf,.xliff,.csv,.docx'

interface TranslationFilesProps {
  codeTag: string
  language: string
  readOnly: boolean
}

/** Buttons that save the texts of a language as a file for translators, and take such a file back. */
export function TranslationFiles({ codeTag, language, readOnly }: TranslationFilesProps) {
  const t = useEditorWords()
  const draft = useDraft()
  const messages = useMessages()
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const path = `/definitions/${encodeURIComponent(codeTag)}/translations/${language}`
  const failed = (error: Error) => showErrorToast(messages(error).join(' '))

  async function save(format: TranslationFormat): Promise<void> {
    // The file contains what the server has, so what was typed last is sent first.
    await draft.flush()
    await download(path, { format }, `${codeTag}-${language}.${format}`)
  }

  async function compare(file: File): Promise<void> {
    const format = formatOf(file.name)
    if (!format) return showErrorToast(t('translation_file_unknown'))
    await draft.flush()
    const body = { format, content: await inBase64(file) }
    setChosen({ name: file.name, path, body, difference: await manage<TranslationDifference>('POST', `${path}/difference`, { body }) })
  }

  return (
    <>
      <PopoverButton label={t('translation_download')}>
        {(close) => (
          <ul className="translation-formats">
            {TRANSLATION_FORMATS.map((format) => (
              <li key={format}>
                <button
                  type="button"
                  className="link-button"
                  onClick={() => {
                    close()
                    save(format).catch(failed)
                  }}
                >
                  {t(`translation_format_${format}`)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </PopoverButton>
      {!readOnly && (
        <FileButton label={t('translation_upload')} about={languageLabel(language)} accept={ACCEPTED} onChoose={(file) => void compare(file).catch(failed)} />
      )}
      {chosen && <FileDifference file={chosen} language={language} onClose={() => setChosen(null)} />}
    </>
  )
}

function formatOf(name: string): TranslationFormat | undefined {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return TRANSLATION_FORMATS.find((format) => format === (ending === 'xliff' ? 'xlf' : ending))
}

/** Returns a file's content in base64. */
function inBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'))
    reader.readAsDataURL(file)
  })
}
