import type { DraftNode } from '@sportello/contract'
import { type HTMLAttributes, type ReactNode, type RefObject, useRef } from 'react'
import { DragPreview, type DragPreviewRenderer, useDrag } from 'react-aria/useDrag'
import { useDrop } from 'react-aria/useDrop'
import { Button } from 'react-aria-components/Button'
import { useEditorWords } from '../editor-words.tsx'
import { useDraft } from '../use-draft.ts'
import { DRAG_TYPES, dragItemOf, droppedIds, moveNodes, placeAt } from './dragged-nodes.ts'

interface CardDrag {
  /** The HTML element of the card, onto which the author can drop other cards. */
  ref: RefObject<HTMLLIElement | null>
  cardProps: HTMLAttributes<HTMLElement>
  isDropTarget: boolean
  /** Handle for dragging the card; null if the operator may not edit the form. */
  handle: ReactNode
}

/**
 * Lets the author drag a card by its handle and drop it onto another card of the same kind. The dropped card takes the
 * position of that other card. With the keyboard, Enter on the handle starts the drag.
 */
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
      {/* The handle consists of two elements, because Firefox cannot drag buttons: the pointer drags the outer
         element, and the keyboard uses the button inside it. */}
      <div {...dragProps} className="card-grip" title={t('editor_drag')}>
        <span aria-hidden="true">⠿</span>
        <Button {...dragButtonProps} className="card-grip-button" aria-label={`${t('editor_drag')}: ${name}`} />
      </div>
      <DragPreview ref={preview}>{() => <div className="editor-card drag-preview">{name}</div>}</DragPreview>
    </>
  )
  return { ref, cardProps: { ...dropProps, tabIndex: -1 }, isDropTarget, handle }
}
