import { Button } from '../../shared/ui/button.tsx'
import { useWords } from '../words.tsx'

const PAGE_SIZE = 50

interface PagerProps {
  page: number
  total: number
  /** True if the list has more rows than `total`, because the server stops counting at that number. */
  more: boolean
  onPage: (page: number) => void
}

/** Pager of a list: the number of the current page, with buttons for the previous and the next page. */
export function Pager({ page, total, more, onPage }: PagerProps) {
  const { t, language } = useWords()
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  if (pages === 1 && page === 1) return null
  const number = (value: number) => value.toLocaleString(language)
  return (
    <nav className="pager" aria-label={t('page_of', number(page), number(pages))}>
      <Button disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t('page_previous')}
      </Button>
      <span aria-hidden="true">{t('page_of', number(page), more ? t('total_more', number(pages)) : number(pages))}</span>
      <Button disabled={page >= pages && !more} onClick={() => onPage(page + 1)}>
        {t('page_next')}
      </Button>
    </nav>
  )
}
