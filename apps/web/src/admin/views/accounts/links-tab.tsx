import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { useMay } from '../../account.ts'
import { manage } from '../../call.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { AreaField } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'
import { type Made, MadeDialog } from './made-dialog.tsx'
import { belowForm, type PeopleForm } from './people-calls.ts'
import { TableFaults, TableField } from './table-field.tsx'

/** Personal links of a form (wire contract, "The access modes, settled": DYNAMIC, and a survey's mail-out); each is said once. */
export function LinksTab({ form }: { form: PeopleForm }) {
  const { t } = useWords()
  const may = useMay()
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  if (!form.auth_type.includes('DYNAMIC') && !form.auth_type.includes('SURVEY')) return <p>{t('link_none')}</p>
  return (
    <div className="details">
      <p>{t('link_text')}</p>
      {may.change && (
        <div>
          <Button weight="primary" onClick={() => setMaking(true)}>
            {t('link_make')}
          </Button>
        </div>
      )}
      {making && <LinksModal form={form} onMade={setMade} onClose={() => setMaking(false)} />}
      {made && <MadeDialog {...made} onClose={() => setMade(null)} />}
    </div>
  )
}

function LinksModal({ form, onMade, onClose }: { form: PeopleForm; onMade: (made: Made) => void; onClose: () => void }) {
  const { t, language } = useWords()
  const [addresses, setAddresses] = useState('')
  const [table, setTable] = useState('')
  const [refusal, setRefusal] = useState<Error | null>(null)
  const people = addresses.split(/[\s,;]+/).filter(Boolean)

  async function make(): Promise<void> {
    setRefusal(null)
    const body = table === '' ? { people: people.map((email) => ({ email })) } : { table }
    try {
      const links = await manage<{ email: string; url: string }[]>('POST', belowForm(form, 'links'), { body })
      const title = t('link_made', links.length.toLocaleString(language))
      onMade({ title, columns: ['email', 'url'], rows: links.map(({ email, url }) => [email, url]), file: `link-${form.code_form}.csv` })
    } catch (error) {
      if (error instanceof Error) setRefusal(error)
      throw error
    }
  }
  return (
    <EditModal
      title={t('link_make')}
      changed={addresses !== '' || table !== ''}
      disabled={people.length === 0 && table === ''}
      saveLabel={t('link_make')}
      save={make}
      done={null}
      onClose={onClose}
    >
      <TableFaults error={refusal} />
      <AreaField label={t('link_people')} name="people" hint={t('link_people_hint')} disabled={table !== ''} value={addresses} onChange={setAddresses} />
      <TableField label={t('table_or_file')} hint={t('table_links_hint')} onRead={setTable} />
    </EditModal>
  )
}
