import { useEffect, useMemo, useRef, useState } from 'react'
import { useFieldServices } from '../../field-services.ts'
import { optionsOf, type SelectOption } from '../select/definition.ts'
import { type DataSourceSettings, type Payload, payloadOf, serviceOf } from './definition.ts'

/** State of a select field's options: waiting for the answer to another question, loading, loaded, or failed. */
export type Offer =
  | { phase: 'waiting'; question: string }
  | { phase: 'loading' }
  | { phase: 'ready'; options: readonly SelectOption[] }
  | { phase: 'failed'; message: string }

/**
 * Delay in milliseconds between the visitor's last input and the call of a data source (visitor specification, section
 * 9: input debounce).
 */
const DEBOUNCE_MS = 300

/**
 * Returns the options of a select field, either from the author's settings or from the data source. The data source is
 * called again whenever an answer in the payload changes.
 */
export function useOptions(settings: DataSourceSettings): { offer: Offer; retry: () => void } {
  const { lookUp, labelOf, ...sources } = useFieldServices()
  const service = serviceOf(settings)
  const own = useMemo(() => (service === undefined ? optionsOf(settings.options) : undefined), [service, settings.options])
  const asking = payloadOf(settings, sources)
  const question = service !== undefined && 'payload' in asking ? JSON.stringify([service, asking.payload]) : null
  const asked = useRef(question)
  const [answer, setAnswer] = useState<{ to: string; offer: Offer } | null>(null)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again
  useEffect(() => {
    if (question === null) return
    const [code, payload] = JSON.parse(question) as [string, Payload]
    const stop = new AbortController()
    const ask = () =>
      lookUp(code, payload, stop.signal).then(
        (options) => stop.signal.aborted || setAnswer({ to: question, offer: { phase: 'ready', options } }),
        (error: Error) => stop.signal.aborted || setAnswer({ to: question, offer: { phase: 'failed', message: error.message } }),
      )
    const timer = setTimeout(() => void ask(), asked.current === question ? 0 : DEBOUNCE_MS)
    asked.current = question
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [question, tries, lookUp])

  const retry = () => {
    setAnswer(null)
    setTries((now) => now + 1)
  }
  if (own) return { offer: { phase: 'ready', options: own }, retry }
  if ('waitsFor' in asking) return { offer: { phase: 'waiting', question: labelOf(asking.waitsFor) }, retry }
  return { offer: answer?.to === question ? answer.offer : { phase: 'loading' }, retry }
}
