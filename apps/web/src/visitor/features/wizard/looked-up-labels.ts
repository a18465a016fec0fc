import type { SelectOption } from '@sportello/fields'

/** Maximum number of remembered labels. A data source may have very many options, of which a visitor selects few. */
const MAX_LABELS = 5_000

/**
 * Labels of the options that data sources have offered to this page, keyed by service and option. An answer contains
 * only
 * the key of an option. The check of the answers before the submission shows the label.
 */
const labels = new Map<string, string>()

const keyOf = (service: string, key: string) => `${service}\n${key}`

/** Remembers the labels of the options that a data source has offered. The oldest labels are forgotten first. */
export function rememberLabels(service: string, options: readonly SelectOption[]): void {
  for (const { key, value } of options) {
    labels.delete(keyOf(service, key))
    labels.set(keyOf(service, key), value)
  }
  for (const oldest of labels.keys()) {
    if (labels.size <= MAX_LABELS) break
    labels.delete(oldest)
  }
}

/** Returns the option of a data source that has the given key; undefined if the page has not received it. */
export function rememberedOption(service: string, key: string): SelectOption | undefined {
  const value = labels.get(keyOf(service, key))
  return value === undefined ? undefined : { key, value }
}
