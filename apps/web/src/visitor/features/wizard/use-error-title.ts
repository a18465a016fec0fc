import { useEffect } from 'react'
import { useWords } from '../../../shared/phrase.tsx'

/** Puts "Error" in front of the document's title while the submitted answers contain errors. */
export function useErrorTitle(isActive: boolean): void {
  const { t, language } = useWords()
  const prefix = language === 'fr' ? `${t('errore')}\u202f: ` : `${t('errore')}: `
  // Without a list of dependencies, because the page sets its title again when another step opens.
  useEffect(() => {
    if (isActive && !document.title.startsWith(prefix)) document.title = prefix + document.title
  })
  useEffect(() => {
    if (!isActive) return
    return () => {
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length)
    }
  }, [isActive, prefix])
}
