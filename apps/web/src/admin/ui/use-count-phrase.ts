import type { AdminPhrases } from '@sportello/phrases/admin'
import { useWords } from '../words.tsx'

type StemOf<Key> = Key extends `${infer Stem}_one` ? (`${Stem}_other` extends keyof AdminPhrases ? Stem : never) : never
/** Keys of the phrases that exist in the singular (`…_one`) and the plural (`…_other`). */
type Counted = StemOf<keyof AdminPhrases>

interface CountOptions {
  /** True if there are more items than `count`. The server stops counting at a limit. */
  isMore?: boolean
  /** Values for the phrase's other placeholders; the first placeholder is the number. */
  values?: readonly string[]
}

/**
 * Returns a function that selects the singular or plural form of a phrase for a number, and inserts the number as the
 * phrase's first value.
 */
export function useCountPhrase(): (phrase: Counted, count: number, options?: CountOptions) => string {
  const { t, language } = useWords()
  return (phrase, count, { isMore = false, values = [] } = {}) => {
    const form = new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other'
    const number = count.toLocaleString(language)
    return t(`${phrase}_${form}`, isMore ? t('total_more', number) : number, ...values)
  }
}
