import type { DraftNode } from '@sportello/contract'
import { type HTMLAttributes, type ReactNode, type RefObject, useRef } from 'react'
import { DragPreview, type DragPreviewRenderer, useDrag } from 'react-aria/useDrag'
import { useDrop } from 'react-aria/useDrop'
import { Button } from 'react-aria-components/Button'
import { useEditorWords } from '../editor-words.tsx'
import { useDraft } from '../use-draft.ts'
import { DRAG_TYPES, dragItemOf, droppedIds, moveNodes, placeAt } from './dragged-nodes.ts'

interface CardDrag {
  /** Element of the card, which takes the drops. */
  ref: RefObject<HTMLLIElement | null>
  cardProps: HTMLAttributes<HTMLElement>
  isDropTarget: boolean
  /** The button by which the card is dragged; null for viewers. */
  handle: ReactNode
}

/** Makes a card one that is dragged by a handle and that takes dragged cards of its kind: they take its place. Enter on the handle drags by keyboard. */
export function useCardDrag(id: string, kind: DraftNode['kind'], name: string, readOnly: boolean): CardDrag {
  const t = useEditorWords()
  const draft = useDraft()
  const ref = useRef<HTMLLIElement>(null)
  const preview = useRef<DragPreviewRenderer>(null)
  const { dragProps, dragButtonProps, isDragging } = useDrag({
    preview,
    hasDragButton: true,
    isDisabled: readOnly,
    getItems: () => [dragItemOf(draft, id)],
    getAllowedDropOperations: () => ['move'],
  })
  const { dropProps, isDropTarget } = useDrop({
    ref,
    isDisabled: readOnly || isDragging,
    getDropOperation: (types) => (types.has(DRAG_TYPES[kind]) ? 'move' : 'cancel'),
    async onDrop({ items }) {
      const [dropped] = await droppedIds(items)
      if (dropped !== undefined && dropped !== id) moveNodes(draft, [dropped], id, placeAt(draft, dropped, id))
    },
  })
  const handle = readOnly ? null : (
    <>
      {/* Firefox drags no buttons: the pointer drags the grip, the keyboard uses the button in it. */}
      <div {...dragProps} className="card-grip" title={t('editor_drag')}>
        <span aria-hidden="true">⠿</span>
        <Button {...dragButtonProps} className="card-grip-button" aria-label={`${t('editor_drag')}: ${name}`} />
      </div>
      <DragPreview ref={preview}>{() => <div className="editor-card drag-preview">{name}</div>}</DragPreview>
    </>
  )
  return { ref, cardProps: { ...dropProps, tabIndex: -1 }, isDropTarget, handle }
}
