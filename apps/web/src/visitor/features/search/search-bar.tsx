import type { CustomerConfiguration } from '@sportello/contract'
import { useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'
import { useNavigation } from '../../navigation.tsx'
import { useCustomer } from '../../use-customer.ts'
import { templateOf } from '../layout/templates/template-name.ts'

const loadDialog = () => import('./search-dialog.tsx').then((loaded) => loaded.default)
type SearchDialog = Awaited<ReturnType<typeof loadDialog>>

/**
 * Button that opens the search dialog. It looks like the text input of that dialog (visitor specification, section 2).
 */
export function SearchBar() {
  const { config, mustChoose } = useCustomer()
  const { steps } = useNavigation().page
  const { t } = useWords()
  const [Dialog, setDialog] = useState<SearchDialog | null>(null)
  const [open, setOpen] = useState(false)
  if (!showsSearch(config) || mustChoose || steps.length === 0) return null

  async function show(): Promise<void> {
    const loaded = Dialog ?? (await loadDialog().catch(() => null))
    setDialog(() => loaded)
    setOpen(loaded !== null)
  }

  return (
    <>
      <button type="button" className="search-bar" aria-haspopup="dialog" onPointerEnter={() => void loadDialog().catch(() => {})} onClick={() => void show()}>
        <Icon name="search" />
        {t('ricerca_apri')}
      </button>
      {open && Dialog && <Dialog onClose={() => setOpen(false)} />}
    </>
  )
}

/**
 * Returns true if the page shows the form's search, which is the default. The customer's parameters can disable it, and
 * some
 * page templates have none (administrator specification, section 2: "default true").
 */
function showsSearch(config: CustomerConfiguration): boolean {
  return templateOf(config) !== 'default2022NoSearchBar' && config.template_params.params.showSearchbar !== false
}
