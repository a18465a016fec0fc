import type { DraftNode } from '@sportello/contract'
import type { KeyboardEvent } from 'react'
import { useEditorWords } from './editor-words.tsx'
import { codeFromTitle, kindOf, moveByOne } from './node-edits.ts'
import { TextControl } from './text-control.tsx'
import { useDraft, useNodePart } from './use-draft.ts'

interface CardProps {
  id: string
  selected: boolean
  readOnly: boolean
  onSelect: () => void
  onDuplicate: () => void
  onRemove: () => void
}

/** A field of the step: its question or text, edited in place, and the actions on it. */
export function FieldCard({ id, selected, readOnly, onSelect, onDuplicate, onRemove }: CardProps) {
  const t = useEditorWords()
  const draft = useDraft()
  const kind = useNodePart(id, (node) => node && kindOf(node))
  const ownName = useNodePart(id, (node) => (node ? nameOf(node) : ''))
  const isQuestion = useNodePart(id, (node) => node?.content.type === 'PROPERTY' || node?.content.type === 'EMAIL')
  const isRequired = useNodePart(id, (node) => node?.content.required === true)
  const isHidden = useNodePart(id, (node) => node?.content.hidden === true)
  if (!kind) return null
  const name = ownName || t(`type_${kind}`)
  const move = (by: -1 | 1) => {
    const operations = moveByOne(draft.tree, id, by)
    if (operations.length > 0) draft.edit(operations)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (readOnly || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li data-node={id} className={selected ? 'editor-card is-selected' : 'editor-card'} onFocus={onSelect} onKeyDown={onKeyDown}>
      <div className="editor-card-body">
        <button type="button" className="editor-card-type link-button" aria-pressed={selected} onClick={onSelect}>
          {t(`type_${kind}`)}
          {isRequired && <span className="badge">{t('field_required')}</span>}
          {isHidden && <span className="badge">{t('field_hidden')}</span>}
        </button>
        {isQuestion ? (
          <TextControl
            id={id}
            path={['value', 'property_description']}
            label={t('field_label')}
            hideLabel
            required
            readOnly={readOnly}
            placeholder={t('field_label')}
            className="in-place"
            onSettle={(text) => {
              const operations = codeFromTitle(draft.tree, id, text)
              if (operations.length > 0) draft.edit(operations)
            }}
          />
        ) : (
          <p className="editor-card-text">{name}</p>
        )}
      </div>
      {!readOnly && (
        <div className="editor-card-actions">
          <CardButton label={`${t('editor_up')}: ${name}`} onClick={() => move(-1)} path="m4 10 4-4 4 4" />
          <CardButton label={`${t('editor_down')}: ${name}`} onClick={() => move(1)} path="m4 6 4 4 4-4" />
          <CardButton label={`${t('editor_duplicate')}: ${name}`} onClick={onDuplicate} path="M6 6h7v7H6zM3 10V3h7" />
          <CardButton label={`${t('editor_delete')}: ${name}`} onClick={onRemove} path="m4 4 8 8m0-8-8 8" once />
        </div>
      )}
    </li>
  )
}

/** Icon button of a card. @param once whether the second click of a double click has no effect, because another card may be under the pointer by then */
export function CardButton({ label, onClick, path, once = false }: { label: string; onClick: () => void; path: string; once?: boolean }) {
  return (
    <button type="button" className="card-button" aria-label={label} title={label} onClick={(event) => (once && event.detail > 1 ? undefined : onClick())}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  )
}

/** Returns the name by which a field is known to its author: the question, or the beginning of the text. */
export function nameOf({ content }: DraftNode): string {
  const { value, title } = content as { value?: unknown; title?: string }
  if (title) return title
  const part = value as { property_description?: string; title?: string; text?: string; label?: string; html?: string } | string | undefined
  const text = typeof part === 'string' ? part : (part?.property_description ?? part?.title ?? part?.text ?? part?.label ?? part?.html ?? '')
  const plain = text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return plain.length > 120 ? `${plain.slice(0, 120)}…` : plain
}
