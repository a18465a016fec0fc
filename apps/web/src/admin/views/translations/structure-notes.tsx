import type { DraftNode, DraftOperation } from '@sportello/contract'
import { missingCopy, type Translation } from '@sportello/editing'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { languageLabel } from '../../words.tsx'
import { newId } from '../editor/codes.ts'
import { useEditorWords } from '../editor/editor-words.tsx'
import { nameOf } from '../editor/name-of.ts'
import { useDraft } from '../editor/use-draft.ts'

const titleOf = (node: DraftNode) => (node.kind === 'step' ? String(node.content.tag_description ?? '') : nameOf(node))

/**
 * What a language lacks, and what it has without an original. An author adds or removes it, or says why a step exists
 * in the main language only.
 */
export function StructureNotes({ translation: { missing, orphans }, language }: { translation: Translation; language: string }) {
  const t = useEditorWords()
  const draft = useDraft()
  const [asked, setAsked] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const add = (nodes: readonly DraftNode[]) => {
    for (const { id } of nodes) {
      const operation = missingCopy(draft.tree, id, language, newId)
      if (operation) draft.edit([operation])
    }
  }
  const remove = (nodes: readonly DraftNode[]) => draft.edit(nodes.map(({ id }): DraftOperation => ({ type: 'remove', id })))
  if (missing.length + orphans.length === 0) return null
  return (
    <section className="translation-notes">
      {missing.length > 0 && (
        <>
          <h4>{t('translation_lacks', languageLabel(language))}</h4>
          <ul>
            {missing.slice(0, SHOWN).map((node) => (
              <li key={node.id}>
                <span>{titleOf(node)}</span>
                <Button weight="quiet" onClick={() => add([node])}>
                  {t('translation_add')}
                </Button>
                {node.kind === 'step' && asked !== node.id && (
                  <Button
                    weight="quiet"
                    onClick={() => {
                      setAsked(node.id)
                      setReason('')
                    }}
                  >
                    {t('translation_only')}
                  </Button>
                )}
                {asked === node.id && (
                  <form
                    onSubmit={(event) => {
                      event.preventDefault()
                      if (reason.trim() === '') return
                      draft.edit([{ type: 'set', id: node.id, path: ['only_here'], value: reason.trim() }])
                      setAsked(null)
                    }}
                  >
                    <input
                      className="control"
                      aria-label={t('translation_reason')}
                      placeholder={t('translation_reason')}
                      maxLength={300}
                      value={reason}
                      onChange={({ target }) => setReason(target.value)}
                    />
                    <Button type="submit">OK</Button>
                  </form>
                )}
              </li>
            ))}
          </ul>
          <Button onClick={() => add(missing)}>{t('translation_add_all', String(missing.length))}</Button>
        </>
      )}
      {orphans.length > 0 && (
        <>
          <h4>{t('translation_orphans')}</h4>
          <ul>
            {orphans.slice(0, SHOWN).map((node) => (
              <li key={node.id}>
                <span>{titleOf(node)}</span>
                <Button weight="quiet" onClick={() => remove([node])}>
                  {t('translation_remove')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Number of missing or superfluous steps that are listed. The button adds all of them. */
const SHOWN = 20
