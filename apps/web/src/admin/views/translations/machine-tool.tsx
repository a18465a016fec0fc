import { MACHINE_MADE } from '@sportello/contract'
import { nameOfText, type TranslatedText } from '@sportello/editing'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { manage } from '../../call.ts'
import { showErrorToast, showToast } from '../../ui/toasts.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { useEditorWords } from '../editor/editor-words.tsx'
import { useDraft } from '../editor/use-draft.ts'
import { saveText } from './save-text.ts'

/** Number of texts that one call has translated. The button continues with the next ones. */
const AT_ONCE = 50

interface MachineToolProps {
  codeTag: string
  language: string
  texts: readonly TranslatedText[]
}

/**
 * Has untranslated texts drafted by the deployment's translation service. Each draft is marked until a translator
 * accepts or changes it. Renders nothing if the deployment has no such service.
 */
export function MachineTool({ codeTag, language, texts }: MachineToolProps) {
  const t = useEditorWords()
  const { language: own } = useWords()
  const draft = useDraft()
  const messages = useMessages()
  const [isBusy, setIsBusy] = useState(false)
  const { data } = useQuery({
    queryKey: ['machine-translation'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => manage<{ available: boolean }>('GET', '/machine-translation', { signal }),
  })
  const open = texts.filter(({ state }) => state === 'untranslated')
  if (!data?.available || open.length === 0) return null

  async function translate(): Promise<void> {
    setIsBusy(true)
    try {
      await draft.flush()
      const asked = new Map(open.slice(0, AT_ONCE).map((text) => [nameOfText(text), text]))
      const path = `/definitions/${encodeURIComponent(codeTag)}/translations/${language}/machine`
      const answers = await manage<{ name: string; target: string }[]>('POST', path, { body: { names: [...asked.keys()] } })
      draft.edit(
        answers.flatMap(({ name, target }) => {
          const text = asked.get(name)
          return text ? saveText(draft.tree, text, target, MACHINE_MADE) : []
        }),
      )
      showToast(t('translation_machine_done', answers.length.toLocaleString(own)), { label: t('editor_undo'), act: () => draft.undo() })
    } catch (error) {
      if (error instanceof Error) showErrorToast(messages(error).join(' '))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Button onClick={() => void translate()} disabled={isBusy}>
      {t(isBusy ? 'translation_machine_busy' : 'translation_machine_ask', Math.min(open.length, AT_ONCE).toLocaleString(own))}
    </Button>
  )
}
