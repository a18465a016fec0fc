import type { AdminPhrases } from '@sportello/phrases/admin'
import { useWords } from '../words.tsx'

type StemOf<Key> = Key extends `${infer Stem}_one` ? (`${Stem}_other` extends keyof AdminPhrases ? Stem : never) : never
/** Phrases that have a singular, `…_one`, and a plural, `…_other`. */
type Counted = StemOf<keyof AdminPhrases>

interface CountOptions {
  /** Whether the true number is larger than the given one, at which the server stops counting. */
  isMore?: boolean
  /** Values for the placeholders of the phrase after the number. */
  values?: readonly string[]
}

/** Returns a function that chooses between the singular and the plural of a phrase by a number, which is also the first value of the phrase. */
export function useCountPhrase(): (phrase: Counted, count: number, options?: CountOptions) => string {
  const { t, language } = useWords()
  return (phrase, count, { isMore = false, values = [] } = {}) => {
    const form = new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other'
    const number = count.toLocaleString(language)
    return t(`${phrase}_${form}`, isMore ? t('total_more', number) : number, ...values)
  }
}
