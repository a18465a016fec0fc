import { HIDDEN_BELOW } from '@sportello/contract'
import { useWords } from '../../words.tsx'
import type { FlowNode } from './flow-tree.ts'
import { useFigure } from './use-figure.ts'

/** Returns functions that write what a node of the flow is, and how many visits came to it. */
export function useFlowWords() {
  const { t, language } = useWords()
  const figure = useFigure()
  const name = ({ kind, step, gathered }: FlowNode) => {
    if (kind === 'step') return step.title ?? t('visits_removed')
    return kind === 'others' ? t('visits_flow_others', gathered.toLocaleString(language)) : t(`visits_${kind}`)
  }
  const count = ({ count, isPartial, gathered }: FlowNode) => {
    if (count === null && gathered > 0) return t('visits_each_hidden', String(HIDDEN_BELOW))
    return isPartial && count !== null ? t('visits_at_least', figure(count)) : figure(count)
  }
  return { name, count }
}
