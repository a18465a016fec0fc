import type { AdminPhrases } from '@sportello/phrases/admin'
import { useWords } from '../words.tsx'

type StemOf<Key> = Key extends `${infer Stem}_one` ? (`${Stem}_other` extends keyof AdminPhrases ? Stem : never) : never
/** Phrases that have a singular, `…_one`, and a plural, `…_other`. */
type Counted = StemOf<keyof AdminPhrases>

/** Returns a function that chooses between the singular and the plural of a phrase by a number, which is also the first value of the phrase. */
export function useCountPhrase(): (phrase: Counted, count: number, ...values: string[]) => string {
  const { t, language } = useWords()
  return (phrase, count, ...values) => {
    const form = new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other'
    return t(`${phrase}_${form}`, count.toLocaleString(language), ...values)
  }
}
