import { ROOT_ID } from '@sportello/contract'
import { Background, type Edge, MiniMap, type Node, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { Button } from '../../../../shared/ui/button.tsx'
import { useEditorWords } from '../editor-words.tsx'
import { useDraft } from '../use-draft.ts'
import { type PlacedStep, STEP_SIZE, stepInDirection } from './map-layout.ts'
import { MapActions, MapStep, type MapStepData } from './map-step.tsx'
import { usePlacedSteps } from './use-placed-steps.ts'
import '@xyflow/react/dist/base.css'
import './map.css'

const NODE_TYPES = { step: MapStep }
/**
 * The step map shows a small overview only if the form has at most this many steps. The overview draws all steps, even
 * the
 * invisible ones, so it is slow for larger forms.
 */
const MOST_IN_MINI_MAP = 2_000
/** Maximum number of steps that the step map fits completely into view when it opens. */
const MOST_IN_SIGHT = 40
/**
 * When the step map opens, it shows the whole tree if the tree is at most this many pixels wide. A wider tree would be
 * too
 * small to read.
 */
const WIDEST_IN_SIGHT = 1_200
const ZOOM = { min: 0.1, max: 1.5, first: 0.9 } as const

interface StepMapProps {
  /** Id of the step that is selected in the step map. */
  selected: string
  onSelect: (id: string) => void
  /** Called when the author opens a step for editing. */
  onOpen: (id: string) => void
}

/**
 * The step map: it shows the form's steps as a tree from left to right, and highlights the steps that lead to the
 * selected step.
 */
export default function StepMap(props: StepMapProps) {
  return (
    <ReactFlowProvider>
      <DrawnSteps {...props} />
    </ReactFlowProvider>
  )
}

function DrawnSteps({ selected, onSelect, onOpen }: StepMapProps) {
  const t = useEditorWords()
  const draft = useDraft()
  const flow = useReactFlow()
  const frame = useRef<HTMLElement>(null)
  const path = useMemo(
    () =>
      draft.tree
        .pathOf(selected)
        .map(({ id }) => id)
        .toReversed(),
    [draft, selected],
  )
  const { placed, childrenOf, unfolded, setUnfolded } = usePlacedSteps(path)
  const { nodes, edges } = useMemo(() => {
    const onPath = new Set(path)
    return {
      nodes: placed.map(
        (step): Node<MapStepData> => ({
          id: step.id,
          type: 'step',
          position: { x: step.x, y: step.y },
          ...STEP_SIZE,
          data: {
            children: childrenOf(step.id).length,
            isUnfolded: unfolded.has(step.id),
            isSelected: step.id === selected,
            isOnPath: onPath.has(step.id),
          },
        }),
      ),
      edges: placed.flatMap(({ id, parent }): Edge[] =>
        parent === null ? [] : [{ id, source: parent, target: id, className: onPath.has(id) ? 'is-on-path' : '', zIndex: onPath.has(id) ? 1 : 0 }],
      ),
    }
  }, [childrenOf, path, placed, selected, unfolded])
  const centre = (step: PlacedStep | undefined, zoom: number = flow.getZoom()) =>
    step && void flow.setCenter(step.x + STEP_SIZE.width / 2, step.y + STEP_SIZE.height / 2, { zoom })
  const actions = useMemo(
    () => ({
      select: onSelect,
      open: onOpen,
      fold(id: string) {
        const next = new Set(unfolded)
        if (!next.delete(id)) next.add(id)
        setUnfolded(next)
        // If the author collapses a step above the selected step, the collapsed step becomes the selected step.
        if (!next.has(id) && path.includes(id)) onSelect(id)
      },
    }),
    [onOpen, onSelect, path, setUnfolded, unfolded],
  )
  function onKeyDown(event: KeyboardEvent): void {
    const from = (event.target as HTMLElement).closest<HTMLElement>('[data-step]')?.dataset.step
    if (from === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowRight' && !unfolded.has(from) && childrenOf(from).length > 0) actions.fold(from)
    else {
      const to = placed.find(({ id }) => id === stepInDirection(placed, from, event.key))
      if (!to) return
      onSelect(to.id)
      centre(to)
      // React Flow renders a step only after the map has scrolled to it, so the focus is moved two animation frames
      // later.
      requestAnimationFrame(() => requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(to.id)}"]`)?.focus()))
    }
    event.preventDefault()
  }
  return (
    <section className="editor-map" aria-label={t('map_title')} ref={frame} onKeyDown={onKeyDown}>
      <div className="map-tools">
        <Button onClick={() => void flow.zoomOut()} aria-label={t('map_smaller')} title={t('map_smaller')}>
          −
        </Button>
        <Button onClick={() => void flow.zoomIn()} aria-label={t('map_larger')} title={t('map_larger')}>
          +
        </Button>
        <Button onClick={() => void flow.fitView()}>{t('map_fit')}</Button>
        <Button
          onClick={() =>
            centre(
              placed.find(({ id }) => id === selected),
              ZOOM.first,
            )
          }
        >
          {t('map_find')}
        </Button>
        <Button weight="primary" onClick={() => onOpen(selected)}>
          {t(selected === ROOT_ID ? 'map_open_first' : 'map_open')}
        </Button>
      </div>
      <MapActions value={actions}>
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={NODE_TYPES}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          zoomOnDoubleClick={false}
          onlyRenderVisibleElements
          minZoom={ZOOM.min}
          maxZoom={ZOOM.max}
          attributionPosition="bottom-left"
        >
          <Background />
          <FirstView placed={placed} selected={selected} />
          {placed.length <= MOST_IN_MINI_MAP && <MiniMap pannable zoomable ariaLabel={t('map_small')} nodeClassName={miniClass} />}
        </ReactFlow>
      </MapActions>
    </section>
  )
}

const miniClass = ({ data }: Node): string => ((data as MapStepData).isOnPath ? 'is-on-path' : '')

/**
 * As soon as the size of the map is known, shows a small form completely, and a large form only around the selected
 * step.
 */
function FirstView({ placed, selected }: { placed: readonly PlacedStep[]; selected: string }) {
  const flow = useReactFlow()
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || !flow.viewportInitialized) return
    isDone.current = true
    const step = placed.find(({ id }) => id === selected)
    const width = Math.max(...placed.map(({ x }) => x))
    if (!step || (placed.length <= MOST_IN_SIGHT && width <= WIDEST_IN_SIGHT)) void flow.fitView({ padding: 0.1, maxZoom: 1 })
    // Places the selected step at the left edge of the map, because the steps below it are to its right.
    else void flow.setCenter(step.x + STEP_SIZE.width, step.y + STEP_SIZE.height / 2, { zoom: ZOOM.first })
  }, [flow, placed, selected])
  return null
}
