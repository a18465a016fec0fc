import type { TagView } from '@sportello/contract'
import { useState } from 'react'
import type { Sent } from '../send/use-send.ts'
import { SurveyCards } from './survey-cards.tsx'
import { SurveySent } from './survey-sent.tsx'

/** A survey: one card after the other, then thanks. */
export default function Survey({ steps }: { steps: readonly TagView[] }) {
  const [sent, setSent] = useState<{ receipt: Sent; opensTicket: boolean } | null>(null)
  if (sent) return <SurveySent {...sent} onBack={() => setSent(null)} />
  return <SurveyCards steps={steps} onSent={(receipt) => setSent({ receipt, opensTicket: steps.at(-1)?.opens_ticket ?? false })} />
}
