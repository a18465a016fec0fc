import { type DraftNode, ROOT_ID } from '@sportello/contract'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { Collection } from 'react-aria-components/Collection'
import { Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree'
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { CommentBadge } from '../comments/comment-badge.tsx'
import { useOpenComments } from '../comments/comments-context.tsx'
import { ProblemBadge, useProblemWords } from '../problems/problem-badge.tsx'
import type { BranchActions } from './branch-menu.tsx'
import { DRAG_TYPES, dragItemOf, droppedIds, moveNodes } from './drag/dragged-nodes.ts'
import { useEditorWords } from './editor-words.tsx'
import { moveByOne } from './node-edits.ts'
import { OutlineSearch } from './outline-search.tsx'
import { actOnKey } from './use-branch-actions.ts'
import { useChildren, useDraft, useSettledTitle } from './use-draft.ts'
import { useExpanded } from './use-expanded.ts'

/**
 * The outline waits this many milliseconds after a drop before it expands the drop target. React Aria selects all rows
 * that
 * appear within 50 ms after a drop. If the target were expanded at once, that would cause an endless loop.
 */
const EXPAND_AFTER_MS = 100

interface OutlineProps {
  /** Code of the definition whose steps the outline shows. */
  code: string
  selected: string
  readOnly: boolean
  onSelect: (id: string) => void
  onRemove: (id: string) => void
  actions: BranchActions
}

/**
 * Outline of the form: a tree of its steps. It supports arrow keys, type-ahead, and drag and drop of whole branches
 * with the pointer or keyboard. Only the children of expanded steps are rendered, so that a form with 10,000 steps
 * opens without delay.
 */
export function Outline({ code, selected, readOnly, onSelect, onRemove, actions }: OutlineProps) {
  const t = useEditorWords()
  const draft = useDraft()
  const [expanded, setExpanded] = useExpanded(code)
  useEffect(() => {
    // Expands all steps above the selected step, so that the selected step is always visible.
    const above = draft.tree.pathOf(selected).slice(1)
    setExpanded((before) => (above.every(({ id }) => before.has(id)) ? before : new Set([...before, ...above.map(({ id }) => id)])))
  }, [draft, selected, setExpanded])
  const choices = useChildren(selected, 'step').length
  const shown = useRef({ selected, choices })
  useEffect(() => {
    // Expands the open step when a child step was added to it, so that the new step is visible in the outline.
    if (shown.current.selected === selected && choices > shown.current.choices)
      setExpanded((before) => (before.has(selected) ? before : new Set([...before, selected])))
    shown.current = { selected, choices }
  }, [choices, selected, setExpanded])
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: readOnly,
    acceptedDragTypes: Object.values(DRAG_TYPES),
    getItems: (keys) => [...keys].filter((key) => key !== ROOT_ID).map((key) => dragItemOf(draft, String(key))),
    // A question can be dropped only onto a step, because questions have no place between steps.
    getDropOperation: (target, types, allowed) =>
      target.type === 'item' && (target.dropPosition === 'on' || (target.key !== ROOT_ID && !types.has(DRAG_TYPES.field))) && allowed.includes('move')
        ? 'move'
        : 'cancel',
    onItemDrop({ items, target, isInternal }) {
      // Nothing to do for a drag within the outline, because `onMove` has already moved the steps.
      if (isInternal) return
      void droppedIds(items).then((ids) => {
        // If the author drags the selected question to another step, the editor keeps the question's previous step
        // open.
        if (ids.some((id) => draft.node(id)?.parent === selected)) onSelect(selected)
        moveNodes(draft, ids, String(target.key), 'on')
      })
    },
    onInsert({ items, target: { key, dropPosition } }) {
      if (dropPosition !== 'on') void droppedIds(items).then((ids) => moveNodes(draft, ids, String(key), dropPosition))
    },
    onMove({ keys, target }) {
      moveNodes(draft, [...keys].map(String), String(target.key), target.dropPosition)
      if (target.dropPosition === 'on') setTimeout(() => setExpanded((before) => new Set([...before, String(target.key)])), EXPAND_AFTER_MS)
    },
  })
  function onKeyDown(event: KeyboardEvent): void {
    const by = event.altKey && event.key === 'ArrowUp' ? -1 : event.altKey && event.key === 'ArrowDown' ? 1 : undefined
    // The row with the focus: right after a press on it, another step may still be open.
    const id = (event.target as Element).closest<HTMLElement>('[role=row]')?.dataset.key ?? selected
    if (actOnKey(event, actions, id, readOnly)) event.preventDefault()
    if (event.defaultPrevented || readOnly || id === ROOT_ID) return
    if (by !== undefined) {
      const operations = moveByOne(draft.tree, id, by)
      if (operations.length > 0) draft.edit(operations)
    } else if (event.key === 'Delete') onRemove(id)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="editor-outline">
      <OutlineSearch onSelect={onSelect}>
        <div
          onKeyDownCapture={onKeyDown}
          // The tree reports only a changed selection. A click on the open step selects the step instead of its field.
          onClickCapture={({ target }) => (target as Element).closest('[role=row]')?.ariaSelected === 'true' && onSelect(selected)}
        >
          <Tree
            aria-label={t('editor_outline')}
            className="outline-tree"
            selectionMode="single"
            selectionBehavior="replace"
            disallowEmptySelection
            selectedKeys={[selected]}
            onSelectionChange={(keys) => {
              const [key] = keys
              if (key !== undefined && key !== 'a') onSelect(String(key))
            }}
            expandedKeys={expanded}
            onExpandedChange={(keys) => setExpanded(new Set([...keys].map(String)))}
            dragAndDropHooks={dragAndDropHooks}
          >
            <OutlineItem id={ROOT_ID} expanded={expanded} readOnly={readOnly} />
          </Tree>
        </div>
      </OutlineSearch>
    </div>
  )
}

interface ItemProps {
  id: string
  expanded: ReadonlySet<string>
  readOnly: boolean
}

function OutlineItem({ id, expanded, readOnly }: ItemProps) {
  const t = useEditorWords()
  const steps = useChildren(id, 'step')
  const own = useSettledTitle(id)
  const title = own || t('editor_untitled')
  const { words: comments } = useOpenComments(id)
  const problems = useProblemWords(id)
  const items = useMemo(() => (expanded.has(id) ? steps : []), [expanded, id, steps])
  return (
    <TreeItem
      id={id}
      textValue={title}
      aria-label={[title, comments, problems].filter(Boolean).join(', ')}
      hasChildItems={steps.length > 0}
      className="outline-item"
    >
      <TreeItemContent>
        {({ level }) => (
          <div className="outline-row" style={{ '--level': level - 1 } as object}>
            {steps.length > 0 ? (
              <Button slot="chevron" className="outline-chevron" aria-label={t('editor_expand')}>
                <svg viewBox="0 0 16 16" aria-hidden="true">
                  <path d="m6 4 4 4-4 4" />
                </svg>
              </Button>
            ) : (
              <span className="outline-chevron" />
            )}
            <span className={own ? 'outline-title' : 'outline-title is-untitled'}>{title}</span>
            <CommentBadge stepId={id} />
            <ProblemBadge id={id} isClosed={!expanded.has(id)} />
            {!readOnly && id !== ROOT_ID && (
              <Button slot="drag" className="outline-drag" aria-label={`${t('editor_drag')} ${title}`}>
                ⠿
              </Button>
            )}
          </div>
        )}
      </TreeItemContent>
      <Collection items={items} dependencies={[expanded, readOnly]}>
        {(step: DraftNode) => <OutlineItem id={step.id} expanded={expanded} readOnly={readOnly} />}
      </Collection>
    </TreeItem>
  )
}
