import { useCustomer } from '../../../use-customer.ts'

/** The customer's title and subtitle in the coloured panel. */
export function PanelTitles() {
  const { config } = useCustomer()
  const { title, subTitle } = config.template_params.params
  return (
    <>
      <p className="panel-title">{typeof title === 'string' && title !== '' ? title : config.form_title}</p>
      {typeof subTitle === 'string' && <p className="panel-subtitle">{subTitle}</p>}
    </>
  )
}

/** A panel in the customer's colours beside the form. */
export function Panel() {
  return (
    <aside className="panel">
      <PanelTitles />
    </aside>
  )
}
