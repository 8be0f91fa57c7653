-- Names and ids are searched in one form, whatever form they were typed or stored in: domain/src/kit/search-form.ts says
-- what it is, and a test compares the two. Katakana, small kana and variants of characters are exchanged one for one.
CREATE FUNCTION search_form(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN replace(replace(replace(replace(
    translate(
      lower(normalize(regexp_replace(normalize(regexp_replace(words,
        '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u180b-\u180d\u180f\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]', '', 'g'),
        NFKD), '[\u0300-\u036f]', '', 'g'), NFKC)),
      'ıłđðøςぁぃぅぇぉっゃゅょゎゕゖぢづゐゑ髙﨑邉邊齋斎齊澤濵濱嶋嶌櫻廣國眞會藏榮惠德龍瀧澁澀關與寶壽來豐學實圓條彌曾冨𠮷靑淸槙莊遙堯凛桒舘栁𣘺'
        || 'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
      'ilddoσあいうえおつやゆよわかけじずいえ高崎辺辺斉斉斉沢浜浜島島桜広国真会蔵栄恵徳竜滝渋渋関与宝寿来豊学実円条弥曽富吉青清槇荘遥尭凜桑館柳橋'
        || 'ああいいううええおおかがきぎくぐけげこごさざしじすずせぜそぞただちじつつずてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもややゆゆよよらりるれろわわいえをんゔかけ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');

ALTER TABLE cases ALTER COLUMN search_names SET EXPRESSION AS (
  search_form(regexp_replace(
    coalesce(patient_last_name, '') || coalesce(patient_first_name, '') || coalesce(patient_last_name, ''),
    '\s', '', 'g'))
);
ALTER TABLE cases ALTER COLUMN search_ids SET EXPRESSION AS (search_form(hn_id || ' ' || coalesce(patient_id, '')));
-- Line breaks between the parts: no search contains one, so nothing is found across two of them.
ALTER TABLE users ALTER COLUMN search_text SET EXPRESSION AS (
  search_form(name || E'\n' || user_id || E'\n' || email)
);
ALTER TABLE user_groups ALTER COLUMN search_text SET EXPRESSION AS (
  search_form(name || E'\n' || coalesce(register_code, '') || E'\n' || address)
);

-- As in 0082, but an address is looked for by its form.
CREATE OR REPLACE FUNCTION users_mailed(words text) RETURNS SETOF bigint LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER
  ROWS 1 SET search_path = public, pg_temp AS $$
  SELECT u.id FROM users u WHERE u.deleted_at IS NULL AND u.search_text LIKE pattern_of(search_form(words))
    AND lower(u.email) = words AND scope_open()
$$;
