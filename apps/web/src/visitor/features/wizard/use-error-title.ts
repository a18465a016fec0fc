import { useEffect } from 'react'
import { useWords } from '../../../shared/phrase.tsx'

/**
 * Puts "Error" in front of the document's title while the submitted answers contain errors, so that screen readers
 * announce them first.
 */
export function useErrorTitle(isActive: boolean): void {
  const { t } = useWords()
  const prefix = `${t('errore')}: `
  useEffect(() => {
    if (!isActive) return
    document.title = prefix + document.title
    return () => {
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length)
    }
  }, [isActive, prefix])
}
