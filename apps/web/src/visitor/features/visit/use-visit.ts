import type { TagView } from '@sportello/contract'
import { useEffect } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { usePageSettings } from '../../page-settings.ts'
import { useCustomer } from '../../use-customer.ts'
import { noteVisit } from './visit-events.ts'
import { wantsPrivacy } from './wants-privacy.ts'

/** The page counts at most one visit. */
let isCounting = false

/**
 * Counts the visit of a form, unless the author switched that off or the browser asks not to be tracked. The code that
 * counts is not part of the first page.
 * @param steps the steps from the first one to the open one; null while the visitor must choose a language
 */
export function useVisit(steps: readonly TagView[] | null): void {
  const { config } = useCustomer()
  const { apiBase } = usePageSettings()
  const { language } = useWords()
  const isShown = steps !== null
  useEffect(() => {
    if (isCounting || !isShown || !config.counts_visits || wantsPrivacy(navigator)) return
    isCounting = true
    const url = `${apiBase}/analytics/${encodeURIComponent(config.form_code)}/visits`
    // The code is part of the chunk that every page loads after its hydration. Without it, the visit is not counted.
    void import('./count-visit.ts').then(({ countVisit }) => countVisit({ url, version: config.version, language })).catch(() => {})
  }, [apiBase, config, language, isShown])
  useEffect(() => {
    if (steps && steps.length > 0) noteVisit({ kind: 'step', path: steps.map(({ code_tag }) => code_tag) })
  }, [steps])
}
