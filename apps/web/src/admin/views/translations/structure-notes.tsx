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
export function StructureNotes({ translation: { missing, orphans, unpaired }, language }: { translation: Translation; language: string }) {
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
  const pair = (original: DraftNode, id: string) => draft.edit([{ type: 'set', id, path: ['twin_of'], value: original.id }])
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
                <PairChoice original={node} candidates={unpaired} onPair={(id) => pair(node, id)} />
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

interface PairChoiceProps {
  original: DraftNode
  candidates: readonly DraftNode[]
  onPair: (id: string) => void
}

/** Lets the author say which step or field of the other language is the translation of one that has none. */
function PairChoice({ original, candidates, onPair }: PairChoiceProps) {
  const t = useEditorWords()
  const alike = candidates.filter(({ kind, content }) => kind === original.kind && (kind === 'step' || content.type === original.content.type))
  if (alike.length === 0) return null
  return (
    <select
      className="control control-short"
      aria-label={t('translation_pair_of', titleOf(original))}
      value=""
      onChange={({ target }) => target.value !== '' && onPair(target.value)}
    >
      <option value="">{t('translation_pair')}</option>
      {alike.slice(0, OFFERED).map((node) => (
        <option key={node.id} value={node.id}>
          {titleOf(node)}
        </option>
      ))}
    </select>
  )
}

/** Number of steps or fields that are offered as the translation of another one. */
const OFFERED = 200
/** Number of missing or superfluous steps that are listed. The button adds all of them. */
const SHOWN = 20
