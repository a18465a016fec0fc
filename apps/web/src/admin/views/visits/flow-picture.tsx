import type { CSSProperties } from 'react'
import { Sankey, type SankeyLinkProps, type SankeyNodeProps } from 'recharts'
import { useWords } from '../../words.tsx'
import { canOpen, type FlowNode, flowRows, rowsOfColumns } from './flow-tree.ts'
import { useFlowWords } from './use-flow-words.ts'

/** Width of a bar, in CSS pixels. */
const BAR = 10
/** Space between two bars of a column. With it, two lines of text fit beside the thinnest bar. */
const SPACE = 36
const LINE = 16
/** Number of visits as which a hidden figure is drawn. It is always the same one, so that it tells nothing. */
const HIDDEN_DRAWN = 2

/** Smallest width of the picture, in CSS pixels, for each number of columns from two on. */
const WIDTHS = [0, 620, 1_080]

/** Returns the number of columns for which there is room. */
export const columnsOf = (width: number) => WIDTHS.filter((least) => width >= least).length + 1

interface PictureProps {
  root: FlowNode
  width: number
  /** Ids of the steps that have options. */
  parents: ReadonlySet<string>
  onOpen: (id: string) => void
}

/** The flow as bars with bands between them, from left to right. Steps are buttons that open their branch. */
export function FlowPicture({ root, width, parents, onOpen }: PictureProps) {
  const rows = flowRows(root)
  const columns = rowsOfColumns(root)
  const height = Math.max(...columns) * SPACE + 150
  const last = Math.min(240, width * 0.56)
  const gap = (width - last - BAR) / Math.max(1, columns.length - 1)
  const column = columnsIn(rows)
  const label = (at: number) => (column[at] === columns.length - 1 ? last : gap * 0.66) - 6
  return (
    <Sankey
      width={width}
      height={height}
      data={{
        nodes: rows.map(({ node }) => ({ name: node.step.id, node })),
        links: rows.flatMap(({ node, from }, target) => (from === null ? [] : [{ source: from, target, value: node.count ?? HIDDEN_DRAWN, node }])),
      }}
      accessibilityLayer={false}
      sort={false}
      align="left"
      nodeWidth={BAR}
      nodePadding={SPACE}
      linkCurvature={0.45}
      margin={{ top: SPACE / 2, right: last, bottom: SPACE / 2, left: 0 }}
      link={(props: SankeyLinkProps) => <Band {...props} />}
      node={(props: SankeyNodeProps) => <Bar {...props} room={label(props.index)} parents={parents} onOpen={onOpen} />}
    />
  )
}

/** Returns the column of each node. */
function columnsIn(rows: ReturnType<typeof flowRows>): number[] {
  const columns: number[] = []
  for (const { from } of rows) columns.push(from === null ? 0 : (columns[from] ?? 0) + 1)
  return columns
}

const nodeIn = (payload: unknown) => (payload as { node: FlowNode }).node

/** A band with the same height all along. A thick line would be wider where it is steep, and bands would overlap. */
function Band({ sourceX, sourceY, sourceControlX, targetX, targetY, targetControlX, linkWidth, payload }: SankeyLinkProps) {
  const { kind, count } = nodeIn(payload)
  const curve = (half: number) => `C${sourceControlX},${sourceY + half} ${targetControlX},${targetY + half} ${targetX},${targetY + half}`
  if (count === null) return <path className="flow-band-hidden" d={`M${sourceX},${sourceY} ${curve(0)}`} />
  const half = Math.max(1.5, linkWidth) / 2
  const back = `C${targetControlX},${targetY + half} ${sourceControlX},${sourceY + half} ${sourceX},${sourceY + half}`
  return <path className={`flow-band flow-${kind}`} d={`M${sourceX},${sourceY - half} ${curve(-half)} V${targetY + half} ${back} Z`} />
}

interface BarProps extends SankeyNodeProps {
  /** Width in CSS pixels that there is for the text. */
  room: number
  parents: ReadonlySet<string>
  onOpen: (id: string) => void
}

/** The bar of a node with its text beside it. The bar of a step shows how many visits ended there. */
function Bar({ x, y, width, height, payload, room, parents, onOpen }: BarProps) {
  const { t } = useWords()
  const words = useFlowWords()
  const node = nodeIn(payload)
  const { kind, step, count } = node
  const thickness = Math.max(2, height)
  const text = (
    <span className="flow-text" style={{ WebkitLineClamp: Math.max(2, Math.floor((thickness + SPACE) / LINE)) } as CSSProperties}>
      <strong>{words.count(node)}</strong> {words.name(node)}
    </span>
  )
  return (
    <g>
      <rect className={`flow-bar flow-${kind} ${count === null ? 'flow-hidden' : ''}`} x={x} y={y} width={width} height={thickness} />
      {kind === 'step' && <Ends node={node} x={x} y={y} width={width} height={height} value={payload.value} />}
      {x > 0 && (
        <foreignObject x={x + width} y={y - SPACE / 2} width={Math.max(0, room)} height={thickness + SPACE}>
          <div className="flow-label">
            {kind === 'step' && canOpen(step, parents) ? (
              <button type="button" title={t('visits_flow_open', words.name(node))} onClick={() => onOpen(step.id)}>
                {text}
              </button>
            ) : (
              text
            )}
          </div>
        </foreignObject>
      )}
    </g>
  )
}

/** The parts of a step's bar that stand for the visits that ended there: sent and left, below those that went on. */
function Ends({ node, x, y, width, height, value }: { node: FlowNode; x: number; y: number; width: number; height: number; value: number }) {
  const { step, next } = node
  const unit = value > 0 ? height / value : 0
  const [sent, left] = [(step.sent ?? 0) * unit, (step.left ?? 0) * unit]
  const options = next.filter(({ kind }) => kind === 'step' || kind === 'others')
  // In the order of the bands, if there are any; otherwise at the lower end.
  const drawn = options.reduce((sum, { count }) => sum + (count ?? HIDDEN_DRAWN), 0) * unit
  const start = next.length > 0 ? Math.min(drawn, height) : Math.max(0, height - sent - left)
  const room = (from: number, wanted: number) => Math.max(0, Math.min(wanted, height - from))
  return (
    <>
      <rect className="flow-bar flow-sent" x={x} y={y + start} width={width} height={room(start, sent)} />
      <rect className="flow-bar flow-left" x={x} y={y + start + sent} width={width} height={room(start + sent, left)} />
    </>
  )
}
