import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { useWidth } from '../../../shared/ui/use-width.ts'
import { useWords } from '../../words.tsx'
import { AsTable } from './as-table.tsx'
import { columnsOf, FlowPicture } from './flow-picture.tsx'
import { type FlowNode, firstStep, flowFrom, flowRows } from './flow-tree.ts'
import { pathTo, type Step, withChildren } from './step-tree.ts'
import { useFigure } from './use-figure.ts'
import { useFlowWords } from './use-flow-words.ts'
import './flow.css'

interface FlowProps {
  steps: readonly Step[]
  /** Id of the step whose branch is open; the first step of the form if undefined or unknown. */
  branch: string | undefined
  onOpen: (id: string) => void
}

/** How visitors flow through the steps of the form, as a picture and as a table. A press on a step opens its branch. */
export function Flow({ steps, branch, onOpen }: FlowProps) {
  const { t } = useWords()
  const figure = useFigure()
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const width = useWidth(place)
  const heading = useRef<HTMLHeadingElement>(null)
  const hasOpened = useRef(false)
  const parents = useMemo(() => withChildren(steps), [steps])
  const begin = useMemo(() => firstStep(steps), [steps])
  const first = useMemo(() => steps.find(({ id, title }) => id === branch && title !== null) ?? begin, [steps, branch, begin])
  const columns = columnsOf(width)
  const root = useMemo(() => first && flowFrom(steps, first, columns), [steps, first, columns])
  const shown = first?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heading gets the focus when another branch is shown
  useEffect(() => {
    if (hasOpened.current) heading.current?.focus()
    hasOpened.current = false
  }, [shown])
  if (!root || !first || !begin) return <p className="hint">{t('visits_flow_none')}</p>
  const open = (id: string) => {
    hasOpened.current = true
    onOpen(id)
  }
  const [above] = pathTo(steps, first.id).slice(-2, -1)
  const back = [...new Set([begin, ...(above ? [above] : [])])].filter(({ id }) => id !== first.id)
  return (
    <div className="visit-flow">
      {back.length > 0 && (
        <div className="flow-back">
          {back.map(({ id, title }) => (
            <Button key={id} weight="quiet" onClick={() => open(id)}>
              <span aria-hidden="true">←</span> {id === begin.id ? t('visits_flow_start') : t('visits_flow_back', title ?? '')}
            </Button>
          ))}
        </div>
      )}
      <h3 ref={heading} tabIndex={-1}>
        {first.title} <span className="hint">{`${t('visits_reached')}: ${figure(first.reached)}`}</span>
      </h3>
      {root.next.length === 0 ? (
        <p className="hint">{t('visits_flow_none')}</p>
      ) : (
        <>
          <p className="hint">{t('visits_flow_hint')}</p>
          <p className="visit-legend" aria-hidden="true">
            <span className="flow-key flow-step">{t('visits_flow_on')}</span>
            <span className="flow-key flow-sent">{t('visits_sent')}</span>
            <span className="flow-key flow-left">{t('visits_left')}</span>
          </p>
          <div ref={setPlace} className="flow-place">
            {width > 0 && <FlowPicture root={root} width={width} parents={parents} onOpen={open} />}
          </div>
          <FlowTable root={root} />
        </>
      )}
    </div>
  )
}

function FlowTable({ root }: { root: FlowNode }) {
  const { t } = useWords()
  const words = useFlowWords()
  const figure = useFigure()
  const rows = flowRows(root)
  const steps = rows.filter(({ node: { kind } }) => kind === 'step' || kind === 'others')
  const from = (at: number | null) => {
    const above = at === null ? undefined : rows[at]
    return above ? words.name(above.node) : ''
  }
  return (
    <AsTable
      name={t('visits_flow')}
      heads={[t('visits_step'), t('visits_flow_from'), t('visits_reached'), t('visits_sent'), t('visits_left')]}
      rows={steps.map(({ node, from: at }) => [
        words.name(node),
        from(at),
        words.count(node),
        ...(node.kind === 'step' ? [figure(node.step.sent), figure(node.step.left)] : ['–', '–']),
      ])}
      keys={steps.map(({ node: { kind, step } }) => `${kind} ${step.id}`)}
    />
  )
}
