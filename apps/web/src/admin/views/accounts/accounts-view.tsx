import { type KeyboardEvent, useCallback, useEffect, useMemo, useState } from 'react'
import { useChangeSearch, useDashboardSearch } from '../../address.ts'
import { ComboBox } from '../../ui/combo-box.tsx'
import { Field } from '../../ui/field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useTabAddress } from '../../ui/use-tab-address.ts'
import { useWords } from '../../words.tsx'
import { AccountsTab } from './accounts-tab.tsx'
import { CredentialsTab } from './credentials-tab.tsx'
import { LinksTab } from './links-tab.tsx'
import { type PeopleForm, useFormOf, useMatchingForms } from './people-calls.ts'
import { TokensTab } from './tokens-tab.tsx'

/**
 * View of one form's accounts, tokens, personal links and partner credentials. The URL contains the code of the form.
 */
export default function AccountsView() {
  const { t } = useWords()
  const { form: code = null } = useDashboardSearch()
  const { data: form } = useFormOf(code)
  return (
    <>
      <FormPicker code={code} />
      {code === null ? <p>{t('people_choose')}</p> : form === null ? <p role="status">{t('people_absent')}</p> : form && <Parts key={form.id} form={form} />}
    </>
  )
}

/** The tabs of the accounts view, by the keys that the URL uses for them. */
const PARTS = ['accounts', 'tokens', 'links', 'credentials']

function Parts({ form }: { form: PeopleForm }) {
  const { t } = useWords()
  return (
    <Tabs
      {...useTabAddress(PARTS)}
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

/**
 * Field in which the operator chooses a form by its code. If the operator may access only one form, that form is chosen
 * automatically.
 */
function FormPicker({ code }: { code: string | null }) {
  const { t } = useWords()
  const changeSearch = useChangeSearch()
  // Resets the filters and the sort order of the tables, because they belong to the previously chosen form.
  const choose = useCallback(
    (form: string) => changeSearch({ form, 'f.name': undefined, 'f.known': undefined, 'f.state': undefined, sort: undefined }),
    [changeSearch],
  )
  const [typed, setTyped] = useState(code ?? '')
  const { data: forms } = useMatchingForms(typed)
  const only = code === null && typed === '' && forms?.length === 1 ? forms[0]?.code_form : undefined
  useEffect(() => {
    if (only !== undefined) choose(only)
  }, [only, choose])

  // Updates the form code in the field when the URL changes for another reason, for example because the operator used
  // the Back button or a link.
  useEffect(() => setTyped(code ?? ''), [code])
  const choices = useMemo(
    () =>
      typed === code
        ? []
        : (forms ?? []).map(({ code_form, description }) => ({ value: code_form, label: description ? `${code_form} (${description})` : code_form })),
    [forms, typed, code],
  )

  function enter(wanted: string): void {
    setTyped(wanted)
    choose(wanted)
  }
  function press(event: KeyboardEvent<HTMLInputElement>): void {
    // Ignores the Enter key while an option of the combo box is highlighted, because the key then chooses that option.
    if (event.key !== 'Enter' || event.currentTarget.hasAttribute('aria-activedescendant')) return
    const wanted = (forms?.length === 1 ? forms[0]?.code_form : undefined) ?? typed.trim()
    if (wanted !== '') enter(wanted)
  }
  const isKnown = forms?.some((form) => form.code_form === typed)
  return (
    <search className="form-picker">
      <Field label={t('request_form')} name="form">
        {(control) => (
          <ComboBox
            control={control}
            placeholder={t('people_search')}
            emptyText={t('combo_none')}
            items={choices}
            allowsCustomValue
            value={null}
            onChange={(key) => key !== null && enter(String(key))}
            inputValue={typed}
            onInputChange={setTyped}
            input={{ onKeyDown: press, onBlur: () => isKnown && typed !== code && choose(typed) }}
          />
        )}
      </Field>
    </search>
  )
}
