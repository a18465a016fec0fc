import { useEffect, useId, useState } from 'react'
import { changeQuery, useAddress } from '../../address.ts'
import { Field } from '../../ui/field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useWords } from '../../words.tsx'
import { AccountsTab } from './accounts-tab.tsx'
import { CredentialsTab } from './credentials-tab.tsx'
import { LinksTab } from './links-tab.tsx'
import { type PeopleForm, useFormOf, useMatchingForms } from './people-calls.ts'
import { TokensTab } from './tokens-tab.tsx'

/** Who may come in to a form that asks: its accounts, its tokens, its personal links, its partners' credentials. The form stands in the address. */
export default function AccountsView() {
  const { t } = useWords()
  const { query } = useAddress()
  const code = query.get('form')
  const { data: form } = useFormOf(code)
  return (
    <>
      <FormPicker code={code} />
      {code === null ? <p>{t('people_choose')}</p> : form === null ? <p role="status">{t('people_absent')}</p> : form && <Parts key={form.id} form={form} />}
    </>
  )
}

function Parts({ form }: { form: PeopleForm }) {
  const { t } = useWords()
  return (
    <Tabs
      label={t('people_parts')}
      tabs={[
        { key: 'accounts', label: t('people_accounts'), fields: [], content: <AccountsTab form={form} /> },
        { key: 'tokens', label: t('people_tokens'), fields: [], content: <TokensTab form={form} /> },
        { key: 'links', label: t('people_links'), fields: [], content: <LinksTab form={form} /> },
        { key: 'credentials', label: t('people_credentials'), fields: [], content: <CredentialsTab form={form} /> },
      ]}
    />
  )
}

/** Filters are of the form that was shown before. */
const choose = (form: string) => changeQuery({ form, 'f.name': null, 'f.known': null, 'f.state': null, sort: null })

/** A form by its code; who reaches one alone has chosen it. */
function FormPicker({ code }: { code: string | null }) {
  const { t } = useWords()
  const listId = useId()
  const [typed, setTyped] = useState(code ?? '')
  const { data: forms } = useMatchingForms(typed)
  const only = code === null && typed === '' && forms?.length === 1 ? forms[0]?.code_form : undefined
  useEffect(() => {
    if (only !== undefined) choose(only)
  }, [only])

  // The address may change without a word typed here: back, or a link.
  useEffect(() => setTyped(code ?? ''), [code])
  const known = (wanted: string) => forms?.some((form) => form.code_form === wanted)

  return (
    <form
      className="form-picker"
      onSubmit={(event) => {
        event.preventDefault()
        const wanted = forms?.length === 1 ? (forms[0]?.code_form ?? typed) : typed
        if (wanted.trim() !== '') choose(wanted.trim())
      }}
    >
      <Field label={t('request_form')} name="form">
        {(control) => (
          <input
            {...control}
            type="search"
            className="control"
            autoComplete="off"
            list={listId}
            placeholder={t('people_search')}
            value={typed}
            onChange={(event) => {
              const { value } = event.target
              setTyped(value)
              // Taken from the list, not typed: a code may begin like another.
              if ((event.nativeEvent as InputEvent).inputType !== 'insertText' && known(value)) choose(value)
            }}
            onBlur={() => known(typed) && typed !== code && choose(typed)}
          />
        )}
      </Field>
      <datalist id={listId}>
        {forms?.map((form) => (
          <option key={form.id} value={form.code_form}>
            {form.description}
          </option>
        ))}
      </datalist>
    </form>
  )
}
