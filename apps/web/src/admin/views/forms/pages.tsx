import { Button } from '../../../shared/ui/button.tsx'
import { useWords } from '../../words.tsx'

interface PagesProps {
  page: number
  size: number
  total: number
  onChange: (page: number) => void
}

/** Leads through the pages of a table; nothing where there is one. */
export function Pages({ page, size, total, onChange }: PagesProps) {
  const { t } = useWords()
  const last = Math.max(1, Math.ceil(total / size))
  if (last === 1) return null
  return (
    <nav className="table-pages" aria-label={t('pages')}>
      <Button onClick={() => onChange(page - 1)} disabled={page <= 1}>
        {t('page_previous')}
      </Button>
      <span aria-live="polite">{t('page_of', String(page), String(last))}</span>
      <Button onClick={() => onChange(page + 1)} disabled={page >= last}>
        {t('page_next')}
      </Button>
    </nav>
  )
}
