import { isLanguage, type Language } from '@sportello/contract'

/**
 * Returns the language of a command's output. @param lang the value of the environment variable LANG, such as
 * "it_IT.UTF-8"
 */
export function commandLanguage(lang: string | undefined): Language {
  const code = lang?.slice(0, 2).toLowerCase() ?? ''
  return isLanguage(code) ? code : 'en'
}
