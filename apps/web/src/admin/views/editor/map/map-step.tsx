import { ROOT_ID } from '@sportello/contract'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { createContext, use } from 'react'
import { useEditorWords } from '../editor-words.tsx'
import { useSettledTitle } from '../use-draft.ts'

/** Data of a step in the step map besides its title. */
export interface MapStepData extends Record<string, unknown> {
  /** Number of the step's children. */
  children: number
  isUnfolded: boolean
  isSelected: boolean
  /** Whether the step is the selected one or an ancestor of it. */
  isOnPath: boolean
}

/** Actions of an author on a step of the step map. */
export const MapActions = createContext<{ select: (id: string) => void; open: (id: string) => void; fold: (id: string) => void }>({
  select: () => {},
  open: () => {},
  fold: () => {},
})

/**
 * A step of the step map: its title, and the button that shows or hides the steps below it. Enter or a double click
 * opens the step.
 */
export function MapStep({ id, data: { children, isUnfolded, isSelected, isOnPath } }: NodeProps<Node<MapStepData>>) {
  const t = useEditorWords()
  const { select, open, fold } = use(MapActions)
  const own = useSettledTitle(id)
  const title = own || t('editor_untitled')
  return (
    <div className={`map-step${isOnPath ? ' is-on-path' : ''}${isSelected ? ' is-selected' : ''}`}>
      {id !== ROOT_ID && <Handle type="target" position={Position.Left} isConnectable={false} />}
      <button
        type="button"
        data-step={id}
        className={own ? 'map-step-title' : 'map-step-title is-untitled'}
        title={title}
        aria-current={isSelected || undefined}
        tabIndex={isSelected ? 0 : -1}
        onClick={({ detail }) => {
          // A click event with `detail` 0 comes from the Enter or Space key.
          if (detail === 0 && isSelected) open(id)
          else select(id)
        }}
        onDoubleClick={() => open(id)}
      >
        {title}
      </button>
      {children > 0 && (
        <>
          <button
            type="button"
            className="map-step-fold"
            aria-expanded={isUnfolded}
            aria-label={`${t('map_fold')}: ${title} (${children})`}
            tabIndex={isSelected ? 0 : -1}
            onClick={() => fold(id)}
          >
            {isUnfolded ? '−' : `+${children}`}
          </button>
          <Handle type="source" position={Position.Right} isConnectable={false} />
        </>
      )}
    </div>
  )
}
