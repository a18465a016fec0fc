import { useId, useState } from 'react'
import { paths } from '../../../shared/paths.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'
import { useNavigation } from '../../navigation.tsx'
import { addStyle } from '../../styles/add-style.ts'
import css from '../../styles/search-dialog.css?inline'
import { useCustomer } from '../../use-customer.ts'
import { SearchResults } from './search-results.tsx'
import { type Scope, useSearch } from './use-search.ts'

addStyle('search-style', css)

/**
 * Dialog in which the visitor searches the steps of the form. It has a scope, a query and a list of results (visitor
 * specification, section 2: "Form search screen").
 */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const { config } = useCustomer()
  const { page, navigate } = useNavigation()
  const { t } = useWords()
  const id = useId()
  const [query, setQuery] = useState('')
  const [scope, setScope] = useState<Scope>('form')
  const [chosen, setChosen] = useState<{ tag: string; excerpt: string } | null>(null)
  const searched = useSearch(query, scope)

  function open(codeTag: string): void {
    onClose()
    navigate(paths.open(config.form_code, codeTag))
  }

  return (
    <Dialog
      title={t('ricerca_titolo')}
      size="large"
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('chiudi')}</Button>
          <Button weight="primary" disabled={chosen === null} onClick={() => chosen && open(chosen.tag)}>
            {t('ricerca_procedi')}
          </Button>
        </>
      }
    >
      <search className="search-form">
        <div className="search-field">
          <Icon name="search" />
          <input
            autoFocus
            type="search"
            className="control"
            aria-label={t('ricerca_segnaposto')}
            placeholder={t('ricerca_segnaposto')}
            maxLength={200}
            autoComplete="off"
            value={query}
            onChange={(event) => {
              setQuery(event.target.value)
              setChosen(null)
            }}
          />
        </div>
        {page.steps.length > 1 && (
          <div className="search-scope">
            <label className="visually-hidden" htmlFor={id}>
              {t('ricerca_dove')}
            </label>
            <select
              id={id}
              className="control"
              value={scope}
              onChange={(event) => {
                setScope(event.target.value as Scope)
                setChosen(null)
              }}
            >
              <option value="form">{t('ricerca_modulo')}</option>
              <option value="here">{t('ricerca_posizione')}</option>
            </select>
          </div>
        )}
      </search>
      <SearchResults searched={searched} chosen={chosen} onChoose={setChosen} onOpen={open} />
    </Dialog>
  )
}
