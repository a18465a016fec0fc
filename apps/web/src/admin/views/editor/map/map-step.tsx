import { ROOT_ID } from '@sportello/contract'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { createContext, use } from 'react'
import { useEditorWords } from '../editor-words.tsx'
import { useSettledTitle } from '../use-draft.ts'

/** What the step map stores for a step, in addition to its title. */
export interface MapStepData extends Record<string, unknown> {
  /** Number of the step's children. */
  children: number
  isUnfolded: boolean
  isSelected: boolean
  /** True if the step is the selected step or one of its ancestors. */
  isOnPath: boolean
}

/** Actions that the author can perform on a step in the step map. */
export const MapActions = createContext<{ select: (id: string) => void; open: (id: string) => void; fold: (id: string) => void }>({
  select: () => {},
  open: () => {},
  fold: () => {},
})

/**
 * A step in the step map. It shows the step's title, and a button that shows or hides the steps below. Enter or a
 * double click opens the step in the editor.
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
          // The `detail` of a click event is 0 if the Enter or Space key caused the click.
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
