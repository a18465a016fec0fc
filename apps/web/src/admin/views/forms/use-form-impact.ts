import { IMPACT_COUNTED, type Impact, type ShownForm } from '@sportello/contract'
import { manage } from '../../call.ts'
import { useCountPhrase } from '../../ui/use-count-phrase.ts'
import { useWords } from '../../words.tsx'
import { useTags } from './form-calls.ts'
import type { FormDraft } from './form-draft.ts'
import { type CountedImpact, dangerOf, IMPACTS, impactsOfModes } from './form-impact.ts'

/** Loads the numbers of requests, sessions and other items that a change would affect. */
export const impactOf = (of: { form: string } | { definition: string } | { template: string }) => manage<Impact>('GET', '/impact', { query: of })

/**
 * Returns a function that describes the numbers of affected items in words, such as "3 requests". Kinds without
 * affected items are left out.
 */
function useCountedLines(): (impact: Impact, kinds: readonly CountedImpact[]) => string[] {
  const { t } = useWords()
  const count = useCountPhrase()
  return (impact, kinds) => {
    const affected = IMPACTS.filter((kind) => kinds.includes(kind) && impact[kind] > 0)
    const lines = affected.map((kind) => `• ${count(`impact_${kind}`, impact[kind], { isMore: impact[kind] >= IMPACT_COUNTED })}`)
    return lines.length === 0 ? [] : [t('impact_intro'), ...lines]
  }
}

/**
 * Returns a function that compares a form before and after a change and returns warnings about dangerous effects.
 * `after` is
 * null if the form is to be deleted.
 */
export function useFormImpact(): (before: ShownForm, after: FormDraft | null) => Promise<string[]> {
  const { t } = useWords()
  const countedLines = useCountedLines()
  const { data: tags = [] } = useTags()
  return async (before, after) => {
    const { counted, removedModes, captchaOff } = dangerOf(before, after, tags)
    return [
      ...(captchaOff ? [t('impact_captcha')] : []),
      ...(removedModes.length > 0 ? [t('impact_modes', removedModes.join(', '))] : []),
      ...(counted.length > 0 ? countedLines(await impactOf({ form: before.code_form }), counted) : []),
    ]
  }
}

/**
 * Returns a function that checks a definition before its publication. It returns warnings if the publication would
 * remove an
 * access mode from forms or switch off their captcha.
 */
export function usePublicationImpact(): (definition: string) => Promise<string[]> {
  const { t } = useWords()
  const count = useCountPhrase()
  const countedLines = useCountedLines()
  return async (definition) => {
    const impact = await impactOf({ definition })
    const { captcha_off, removed_modes, used_by, uses } = impact
    if (uses === 0) return []
    return [
      ...(captcha_off ? [t('impact_captcha')] : []),
      ...(removed_modes.length > 0 ? [t('impact_modes', removed_modes.join(', '))] : []),
      count('impact_forms', uses, { values: [used_by.join(', ')] }),
      ...countedLines(impact, impactsOfModes(removed_modes)),
    ]
  }
}
