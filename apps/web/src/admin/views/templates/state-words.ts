import type { TemplateState } from '@sportello/editing'
import { useCallback } from 'react'
import { languageLabel, useWords } from '../../words.tsx'

/** Class of the badge for each state of a mail template in a language. */
export const STATE_CLASSES: Readonly<Record<TemplateState, string>> = {
  original: 'badge',
  missing: 'badge state-failed',
  stale: 'badge state-queued',
  same: 'badge state-queued',
  translated: 'badge state-sent',
}

/** Returns a function that describes a mail template in a language, such as "Deutsch: to review". */
export function useStateText(): (language: string, state: TemplateState) => string {
  const { t } = useWords()
  return useCallback((language, state) => `${languageLabel(language)}: ${t(`mail_template_state_${state}`)}`, [t])
}
