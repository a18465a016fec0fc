import type { KeyboardEvent } from 'react'
import { Boundary } from '../../ui/lazy-part.tsx'
import { ProblemBadge } from '../problems/problem-badge.tsx'
import type { BranchActions } from './branch-menu.tsx'
import { CardActions, useMoveByOne } from './card-actions.tsx'
import { TitleControl } from './controls/title-control.tsx'
import { useCardDrag } from './drag/use-card-drag.tsx'
import { useEditorWords } from './editor-words.tsx'
import { nameOf } from './name-of.ts'
import { kindOf } from './node-edits.ts'
import { ControlSample } from './sample/control-sample.tsx'
import { useDraft, useNodePart } from './use-draft.ts'
import { variablesOf, withLabels } from './variables.ts'

interface CardProps {
  id: string
  selected: boolean
  readOnly: boolean
  onSelect: () => void
  onDuplicate: () => void
  onRemove: () => void
  actions: BranchActions
  onAddBelow: () => void
}

/**
 * Card of a field in the open step. The author edits the field's question or text directly on the card, and uses its
 * buttons for other actions.
 */
export function FieldCard({ id, selected, readOnly, onSelect, onDuplicate, onRemove, actions, onAddBelow }: CardProps) {
  const t = useEditorWords()
  const draft = useDraft()
  const move = useMoveByOne(id)
  const kind = useNodePart(id, (node) => node && kindOf(node))
  const ownName = useNodePart(id, (node) => (node ? nameOf(node) : ''))
  const isQuestion = useNodePart(id, (node) => node?.content.type === 'PROPERTY' || node?.content.type === 'EMAIL')
  const isRequired = useNodePart(id, (node) => node?.content.required === true)
  const isHidden = useNodePart(id, (node) => node?.content.hidden === true)
  const template = kind === 'HTML_SUMMARY' && ownName.includes('{{')
  const name = (template ? withLabels(ownName, variablesOf(draft.tree, id, t)) : ownName) || (kind ? t(`type_${kind}`) : '')
  const { ref, cardProps, isDropTarget, handle } = useCardDrag(id, 'field', name, readOnly)
  if (!kind) return null
  function onKeyDown(event: KeyboardEvent): void {
    if (readOnly || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li
      {...cardProps}
      ref={ref}
      data-node={id}
      data-drop-target={isDropTarget || undefined}
      className={selected ? 'editor-card is-selected' : 'editor-card'}
      onFocus={onSelect}
      onKeyDown={onKeyDown}
    >
      {handle}
      <div className="editor-card-body">
        <button type="button" className="editor-card-type link-button" aria-pressed={selected} onClick={onSelect}>
          {t(`type_${kind}`)}
          {isRequired && <span className="badge">{t('field_required')}</span>}
          {isHidden && <span className="badge">{t('field_hidden')}</span>}
          <ProblemBadge id={id} />
        </button>
        {isQuestion ? (
          <>
            <TitleControl
              id={id}
              path={['value', 'property_description']}
              label={t('field_label')}
              hideLabel
              readOnly={readOnly}
              placeholder={t('field_label')}
              className="in-place"
            />
            <Boundary failure={null}>
              <ControlSample id={id} />
            </Boundary>
          </>
        ) : (
          <p className="editor-card-text">{name}</p>
        )}
      </div>
      {!readOnly && (
        <div className="editor-card-actions">
          <CardActions id={id} name={name} onDuplicate={onDuplicate} onRemove={onRemove} actions={actions} onAddBelow={onAddBelow} />
        </div>
      )}
    </li>
  )
}
