import { checkTerms, type ErrorEntry, furtherFieldsOf, type TagView, termsOf } from '@sportello/contract'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { useCustomer } from '../../use-customer.ts'
import { useAcceptedTerms } from '../terms/accepted-terms.ts'
import { noteVisit } from '../visit/visit-events.ts'
import { faultsOf, knownOf } from './answers.ts'
import { useDraft } from './draft.tsx'
import type { Feedback } from './feedback.ts'
import { usePatterns } from './patterns.ts'
import { usePlaces } from './places.ts'
import { useAfterPress } from './use-after-press.ts'
import { useErrorTitle } from './use-error-title.ts'
import { useFileContents } from './use-file-contents.ts'

/**
 * Computes the errors of all fields. A field shows no error until the visitor leaves the field or tries to submit the
 * form (visitor specification, section 4, "Field validity"). After that, the message is updated at every key press.
 */
export function useFeedback(steps: readonly TagView[]): Feedback {
  const draft = useDraft()
  const { config } = useCustomer()
  const { language } = useWords()
  const asked = useMemo(() => [...steps, { form_fields: furtherFieldsOf(steps.at(-1)) }], [steps])
  const matches = usePatterns(asked)
  const placeCodes = usePlaces(asked)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  // Code of the step on which the visitor last tried to submit. On other steps, a field shows no error until the
  // visitor leaves it.
  const [triedAt, setTriedAt] = useState<string | null>(null)
  const openStep = steps.at(-1)?.code_tag ?? ''
  const all = triedAt === openStep
  const [serverMessages, setServerMessages] = useState<Readonly<Record<string, string>>>({})
  const { shown, files, lostFiles, carried, setShown, setFiles } = draft
  const { acceptedOn } = useAcceptedTerms()
  const contents = useFileContents(files)
  const faults = useMemo(() => {
    const found = [
      ...faultsOf(steps, { shown, files, lostFiles, carried }, language, { today: config.today, matches, placeCodes }, knownOf(config)),
      ...checkTerms(termsOf(steps), acceptedOn(steps)),
    ]
    // Shows only one error per field. The content of a file is reported only if the field has no other error.
    return [...found, ...contents.filter(({ field }) => !found.some((fault) => fault.field === field))]
  }, [acceptedOn, steps, shown, files, lostFiles, carried, language, config, matches, placeCodes, contents])

  const onChange = useCallback(
    (code: string, value: unknown, isFile: boolean) => {
      noteVisit({ kind: 'answer' })
      if (isFile) setFiles(code, value as readonly File[])
      else setShown(code, value)
      setServerMessages((now) => (code in now ? Object.fromEntries(Object.entries(now).filter(([key]) => key !== code)) : now))
    },
    [setShown, setFiles],
  )
  const afterPress = useAfterPress()
  const onLeave = useCallback((code: string) => afterPress(() => setLeft((now) => (now.has(code) ? now : new Set([...now, code])))), [afterPress])
  // A required field that the visitor leaves empty shows no error yet. The error appears only after an attempt to
  // submit.
  const showFaultsOf = useCallback(
    (code: string) => all || (left.has(code) && !faults.some((fault) => fault.field === code && fault.issue.code === 'campo_richiesto')),
    [all, left, faults],
  )
  useEffect(() => {
    for (const { field, issue } of faults) if (showFaultsOf(field)) noteVisit({ kind: 'error', codeTag: openStep, property: field, rule: issue.code })
  }, [faults, showFaultsOf, openStep])
  const showAll = useCallback(() => setTriedAt(openStep), [openStep])
  const takeServerFaults = useCallback((entries: readonly ErrorEntry[]) => {
    setServerMessages(Object.fromEntries(entries.flatMap(({ data }) => (data.field === undefined ? [] : [[data.field, data.message]]))))
  }, [])
  useErrorTitle(all && (faults.length > 0 || Object.keys(serverMessages).length > 0))
  return { faults, showFaultsOf, serverMessages, matches, onChange, onLeave, showAll, takeServerFaults }
}
