import type { Language } from '@sportello/contract'
import type { TextState } from '@sportello/editing'

/** The main language of a form, and the one that is translated. */
export interface Languages {
  source: Language
  target: Language
}

/** A text of a form with its translation, as files of translators contain it. */
export interface ExchangeText {
  /** Name of the text: id of the original step or field, `#`, and the name of the text's place in it. */
  name: string
  /** Titles of the steps that lead to the text, for the translator. */
  place: string
  source: string
  /** The translation; an empty text if there is none yet. */
  target: string
  state: TextState
  /** The earlier original from which a stale translation was made. */
  earlier?: string | undefined
  isHtml: boolean
}

/** A translation that a file contains. */
export interface IncomingText {
  name: string
  /** The original at the time of the export; undefined if the file does not contain it. */
  source: string | undefined
  target: string
  /** True if the file says that the translation is finished, so that it counts even if its words are the same. */
  isDone: boolean
}

/**
 * Returns what a text must be equal to, so that two texts that differ only in their line ends or in the spelling of
 * entities are the same.
 */
export function comparable(text: string, isHtml: boolean): string {
  const lines = text.replaceAll('\r\n', '\n')
  return isHtml ? lines.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('\u00a0', '&nbsp;') : lines
}

/** Error for a file that is no file of translations, with the place of the error for the person who sent it. */
export class FileRejected extends Error {
  /** Reason, for the message in the person's language. */
  readonly reason: 'not_xliff' | 'other_languages' | 'not_csv' | 'columns' | 'not_docx' | 'too_large'

  constructor(reason: FileRejected['reason'], detail = '') {
    super(detail)
    this.reason = reason
  }
}
