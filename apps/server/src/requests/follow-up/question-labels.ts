import { correctableFields, DEFAULT_LANGUAGE, FURTHER_FILES, isLanguage, type Tag } from '@sportello/contract'
import { phrases } from '@sportello/phrases'

/**
 * Returns the label of each question of a request that a message of the desk can name, and of the question for further files.
 * @param path steps from the root to the step of the request
 */
export function questionLabels(path: readonly Tag[], language: string): ReadonlyMap<string, string> {
  const { altri_file: further } = phrases[isLanguage(language) ? language : DEFAULT_LANGUAGE].follow
  return new Map([...correctableFields(path).map(({ value }) => [value.property_code, value.property_description] as const), [FURTHER_FILES, further] as const])
}
