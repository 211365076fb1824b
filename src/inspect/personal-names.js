/**
 * A kind of personal data. `ssn` stands for any number by which a state or its tax office knows a person.
 *
 * @typedef {'email' | 'phone' | 'name' | 'address' | 'birth date' | 'iban' | 'card' | 'ssn'} PersonalKind
 */

/**
 * What a column's name alone says about it, in English, German, French, Spanish, Dutch and Italian, however it is written:
 * `E-Mail`, `e_mail_address`, `kontaktEmail`, `Stra\ufffde` where the encoding is not known. Names of things (companies, products, files, hosts) are not personal.
 *
 * @param {string} name
 * @returns {{ kind: PersonalKind, isSure: boolean } | null} `isSure` is false for a name that may as well be a product's or a shop's,
 *   such as `name` or `city`: it counts only beside columns that are personal.
 */
export function personalByName(name) {
  if (name.length > MAX_NAME_LENGTH) return null;
  if (!name.includes(UNKNOWN)) return personalByWhole(name);
  for (const letter of LOST_LETTERS) {
    const found = personalByWhole(name.replaceAll(UNKNOWN, letter));
    if (found !== null) return found;
  }
  return null;
}

/**
 * @param {string} name
 * @returns {ReturnType<typeof personalByName>}
 */
function personalByWhole(name) {
  const words = wordsOf(name);
  // "tax id", "birth date" and "zip code" end like what is only about a person.
  const isWhole = [TAX, BIRTH_DATE, ZIP].some(rule => rule.test(words));
  if (ABOUT_ANOTHER.test(words) || (!isWhole && ABOUT_ITS_COLUMN.test(words))) return null;
  const rule = RULES.find(({ is, isNot }) => is.test(words) && !isNot?.test(words));
  if (rule !== undefined) return { kind: rule.kind, isSure: true };
  const kind = UNSURE.find(({ is }) => is.test(words))?.kind;
  return kind === undefined ? null : { kind, isSure: false };
}

/**
 * Splits a name into lower-case words without accents and digits: `billingAddress_2` becomes `billing address`.
 *
 * @param {string} name
 */
function wordsOf(name) {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replace(/['’]s?(?![\p{L}])/gu, '')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
}

/** @param {string} words Alternatives, over several lines. */
function anyOf(words) {
  return new RegExp(`\\b(?:${joinLines(words)})\\b`);
}

/** @param {string} pattern */
function joinLines(pattern) {
  return pattern.replaceAll(/\s*\n\s*/g, '');
}

const MAX_NAME_LENGTH = 100;

/** What stands for a byte of a name whose encoding is not known. */
const UNKNOWN = '\ufffd';
/** What it may be, in the languages of the rules, in windows-1252 most often. */
const LOST_LETTERS = ['ss', 'e', 'a', 'o', 'u', 'i', ' '];

/** What belongs to an address, an email or a phone, but is none. */
const ABOUT_ITS_COLUMN = new RegExp(
  joinLines(`^(?:is|has|had|was|can|allows?|accepts?|uses?|enabled?|num|nb|anzahl|number of|no of|count|total|show|send|sent|notify|verify|
  requires?|last|hash|hashed) (?!name)|(?<= )(?:sent|opened|clicked|bounced|verified|validated|valid|confirmed|verification|validation|
  confirmation|status|type|typ|kind|art|tipo|count|template|subject|betreff|domain|provider|anbieter|consent|opt in|opt out|optin|
  optout|enabled|disabled|preferences?|campaign|format|length|hash|model|modell|modele|brand|marke|os|app|version|flag|notifications?|
  newsletter|rate|score|category|color|colour|size|errors?|expiry|expiration|expires|exp|month|year|at|on|date|datum|time|usage|sales|
  vertrag|contract|minutes|bill|system|platform|device|carrier|operator|service|support|plan|weight|wt|prefix|area code|country code|extension|ext|last|last digits|
  quality|source|origin|changed?|updated?|created|key|uuid|guid|hint|required|missing|valide?)$|(?<!e ?mail )\\b(?:ids?|code)$`),
);

/** Names and addresses of what is no person. */
const ABOUT_ANOTHER = anyOf(
  `ip|ipv|mac|url|uri|web|website|http|https|wallet|bitcoin|btc|ethereum|eth|memory|network|file|datei|fichier|archivo|bestand|
  folder|path|host|hostname|server|domain|database|table|column|field|class|function|variable|bucket|queue|topic|repository|
  voicemail|product|produkt|produit|producto|prodotto|item|article|artikel|event|game|gift|business card|graphics|sim|score card|
  scorecard|loyalty|cell (?:id|type|line|count|value|range|tower|size)|street view`,
);

/** Names and addresses (not emails and phones) of businesses and places. */
const BUSINESS = anyOf(
  `company|companies|firma|firmen|firm|business|organi[sz]ations?|org|unternehmen|societe|entreprise|enseigne|empresa|
  azienda|ditta|bedrijfs?|shop|store|filiale?|branch|hotel|restaurant|suppliers?|vendor|lieferanten?|fournisseur|proveedor|fornitore|
  leverancier|merchant|bank|banque|banco|banca|school|schule|university|hospital|warehouse|depot|lager|office|agency|brand|
  manufacturer|hersteller|station|airport|venue|site|facility|department|team|group|project|country|landes`,
);

const TAX = anyOf(
  `ssn|social security(?: (?:number|no|nr|num))?|socialsecurity(?:number)?|social insurance (?:number|no)|national (?:id|identity|
  identification|insurance)(?: (?:card|number|no|code))?|nino|^nin$|tax ?payer id\\w*|(?:personal )?tax (?:id|number|no|identification)\\b.*|
  taxid|^tin$|itin|steuer ?(?:id|identifikationsnummer|nummer|nr)|(?:sozial|renten)versicherungs ?(?:nummer|nr)|sv ?(?:nr|nummer)|
  svnr|rvnr|ahv(?: ?(?:nr|nummer))?|(?:personal)?ausweis ?(?:nummer|nr)|personalausweis|(?:reise)?pass ?(?:nummer|nr)|reisepass|
  passport(?: (?:number|no|nr|id))?|numero (?:de )?securite sociale|securite sociale|(?:num|no|n) secu|^nir$|dni|^nie$|nif|cif nif|
  numero (?:de )?(?:la )?seguridad social|seguridad social|bsn|burgerservice ?nummer|sofi ?nummer|rijksregister ?nummer|
  codice ?fiscale|partita iva personale|cpf|curp|pesel|identity (?:card|number|no|document)(?: (?:number|no))?|id ?card(?: (?:number|no))?|
  driv(?:er|ers|ing) (?:licen[cs]e)(?: (?:number|no))?|fue?hrerschein(?: ?(?:nummer|nr))?|passeport|pasaporte|passaporto|paspoort(?: ?nummer)?`,
);

const BIRTH_DATE = anyOf(
  `dob|d o b|birth ?(?:date|day|dt|year|month)|date (?:of )?birth|year (?:of )?birth|born(?: on| at)?|bday|geburts ?(?:datum|tag|jahr)|
  geb ?datum|geb|geboren(?: am)?|(?:date|annee|jour) (?:de )?naiss(?:ance)?|naissance|ne le|fecha (?:de )?nacimiento|nacimiento|
  fecha (?:de )?nac|fechanac(?:imiento)?|geboorte ?(?:datum|dag|jaar)|geb dat|(?:data|anno) (?:di )?nascita|nascita|data ?nascita|
  data (?:de )?nascimento`,
);

const ZIP = anyOf(
  `zip(?: ?codes?)?|plz|postleitzahl|post ?(?:al)? ?codes?|postal(?: ?codes?)?|code ?postal|codigo ?postal|(?:codice )?avviamento postale|
  codice postale`,
);

/** @type {{ kind: PersonalKind, is: RegExp, isNot?: RegExp }[]} The first one that matches decides. */
const RULES = [
  { kind: 'ssn', is: TAX, isNot: anyOf('company|business|firma|vat|ust|employer|corporate|partita|organi[sz]ation') },
  {
    kind: 'iban',
    is: anyOf(
      `\\w*ibans?|iban\\w*|bank account(?: (?:number|no|nr))?|bankaccount\\w*|(?:bank)?konto ?(?:nummer|nr)|bankverbindung|
      compte bancaire|numero (?:de )?compte|(?:numero (?:de )?)?cuenta bancaria|(?:numero|no) (?:de )?cuenta|numero (?:di )?conto|conto corrente|(?:bank)?rekening ?nummer`,
    ),
    isNot: anyOf('holder|inhaber|titular|titulaire|name|intestatario|owner|bank name'),
  },
  {
    kind: 'card',
    is: anyOf(
      `(?:credit|debit|payment|bank) ?card(?: ?(?:number|no|num|nr))?|card ?(?:number|no|num|nr)|cc ?(?:number|num|no|nr)|ccn|
      pan|primary account number|cv[vc]|kredit ?karten?(?: ?(?:nummer|nr))?|karten ?(?:nummer|nr)|carte (?:bancaire|bleue|de credit)|
      numero (?:de )?(?:la )?carte|(?:numero (?:de )?(?:la )?)?tarjeta(?: de (?:credito|debito))?|creditcard(?: ?nummer)?|kaart ?nummer|
      carta (?:di )?credito|numero (?:di |della )?carta`,
    ),
    isNot: anyOf('holder|cardholder|inhaber|name|titular|titulaire'),
  },
  { kind: 'birth date', is: BIRTH_DATE, isNot: anyOf('name|place|city|country|ort|weight|rate|order') },
  {
    kind: 'email',
    is: anyOf(
      `\\w*emails?|\\w*emailad+res+e?n?|e ?mail ?(?:ids?|add?r?|ad+res+e?)|e mails?|\\w*mail ?ad+res+e?|(?<!\\w+ )mails?(?! \\w)|
      (?:contact|kontakt|work|user|customer|kunden|private|privat|business|firmen|mon|votre|adresse) mails?|courriels?|
      correo(?:s)?(?: electronico)?|posta elettronica`,
    ),
    isNot: anyOf('correo postal|emailed|list|phone'),
  },
  {
    kind: 'phone',
    is: anyOf(
      `(?<!^i )(?:tele|cell|mobile|home|work|office|day|contact|customer|handy)?phones?(?: ?(?:number|no|nr|num))?|telephones?|
      phone(?:number|no|nr|num)|tel|tels|tel ?(?:nr|no|num|number|nummer)|telefon\\w*|telefoon\\w*|\\w*telefon|\\w*handy(?: ?(?:nummer|nr))?|
      handy\\w*|mobile(?: ?(?:number|no|nr|num))?|mobil(?: ?(?:nummer|nr|telefon))?|mobilnummer|mobiel\\w*|rufnummer|festnetz\\w*|fon|
      cell(?: ?(?:number|no|num))?|cellulare|celular|movil|(?:tel(?:ephone)? )?portable|gsm(?: ?(?:nummer|nr))?|(?:tele)?fax(?: ?(?:number|no|nr|nummer))?|
      whatsapp|recapito telefonico|numero (?:de )?(?:telephone|tel|mobile|portable|telefono)|msisdn`,
    ),
    isNot: anyOf('app|web|desktop|handling|name|battery|cable|case|price|tower'),
  },
  {
    kind: 'address',
    is: new RegExp(
      `${ZIP.source}|${
        anyOf(
          `\\w*(?<!mail ?)add?ress?e?n?|addresses|addr|\\w*anschrift|(?:street|house|apartment|apt|flat) ?(?:name|number|no|nr|num|line)?|
        \\w*strasse|strassen ?(?:name|nr)|str|haus ?(?:nummer|nr)|hnr|wohnort|po box|postfach|residence|domicile|rue|numero (?:de )?(?:rue|voie)|
        nom (?:de )?(?:la )?(?:rue|voie)|adresse\\w*|direccion(?:es)?|domicilio|calle|straat(?:naam)?|huis ?(?:nummer|nr)|adres(?:sen)?|
        woonplaats|woonadres|indirizz[oi]|residenza|numero civico|birth ?place|place of birth|geburtsort`,
        ).source
      }`,
    ),
    isNot: new RegExp(`${BUSINESS.source}|^(?:flat|apartment)$`),
  },
  {
    kind: 'name',
    is: anyOf(
      `(?:first|given|christian|middle|last|family|sur|fore|maiden|birth|second|full|legal|preferred|nick|display|screen|user|real|
      person(?:al)?|complete|proper)(?:s)? ?names?|[flm]names?|surnames?|forenames?|initials|
      (?:customer|client|contact|employee|patient|student|pupil|teacher|member|owner|holder|passenger|guest|recipient|sender|applicant|
      borrower|tenant|driver|doctor|physician|agent|manager|parent|mother|father|spouse|child|attendee|participant|subscriber|lead|
      beneficiary|buyer|seller|payer|payee|donor|volunteer|candidate|voter|card ?holder|account|emergency contact|billing|
      shipping|delivery|ship to|bill to|caller|visitor|resident|worker|staff|supervisor|instructor|insured|policy ?holder)s?(?: s)? ?(?:full )?names?|
      contact person|name on card|(?:card|account|policy|iban) ?holders?|
      (?:vor|nach|familien|zu|geburts|ruf|spitz|benutzer|kunden|mitarbeiter|patienten|personen|empfa?e?nger|ansprechpartner)s? ?namen?|
      (?:voller|vollstandiger|vollstaendiger) name|name (?:des|der) (?:kunden|kundin|patienten|patientin|mitarbeiters)|ansprechpartner(?:in)?|kontaktperson|(?:konto|karten)?inhaber(?:in)?|sachbearbeiter(?:in)?|
      prenoms?|nom (?:de )?(?:famille|naissance|jeune fille)|nom (?:complet|usuel|usage|d usage|prenom|et prenom)|patronyme|titulaire|
      nom (?:du |de la |de l |de |d )?(?:client|contact|patient|salarie|employe|utilisateur|assure|eleve)e?|
      (?:primer|segundo) (?:nombre|apellido)|nombres|nombre completo|apellidos?|titular|
      nombre (?:y apellidos?|apellidos?|(?:del |de la |de )?(?:cliente|contacto|paciente|empleado|usuario|alumno|titular))|
      voorna(?:am|men)|voorletters|achterna(?:am|men)|tussenvoegsels?|familienaam|roepnaam|volledige naam|(?:klant|gebruikers)naam|
      contactpersoon|rekeninghouder|cognom[ei]|nome completo|nome (?:e )?cognome|nominativo|nome (?:del |di )?(?:cliente|utente|paziente|
      contatto|dipendente)|intestatario|sobrenome`,
    ),
    isNot: BUSINESS,
  },
];

/** @type {{ kind: PersonalKind, is: RegExp }[]} Whole names. */
const UNSURE = [
  {
    kind: 'name',
    is: /^(?:names?|nom|nombre|naam|nome|first|last|ship name|customer|client|contact|patient|employee|passenger|recipient|kunde|kundin|mitarbeiter|empfae?nger|cliente|klant)$/,
  },
  {
    kind: 'address',
    is: /^(?:(?:billing|shipping|home|mailing|delivery|ship|bill) )?(?:city|town|city name|ort|wohnort|stadt|ville|commune|localite|ciudad|localidad|municipio|poblacion|stad|plaats|citta|comune|cap|cp|via|voie)$/,
  },
];
