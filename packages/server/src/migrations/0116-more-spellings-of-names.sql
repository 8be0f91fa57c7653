-- Searches find more spellings of a name: domain/src/kit/search-form.ts says which, and a test compares the two. Beside
-- migration 0098: the stroke of length in kana, repeated characters, old and new, short and full forms of characters, points
-- of Hebrew and Arabic letters.
CREATE OR REPLACE FUNCTION search_form(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN regexp_replace(
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(
    translate(
      lower(normalize(regexp_replace(normalize(translate(regexp_replace(words,
        '[\u00ad\u0640\u180b-\u180d\u180f\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]', '', 'g'),
        U&'\309B\309C', U&'\3099\309A'), NFKD),
        '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]', '', 'g'), NFKC)),
      'ıłđðøςħŋŧ’‘ʼぁぃぅぇぉっゃゅょゎゕゖぢづゐゑيىكةٱ'
        || 'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ'
        || '亞惡壓圍醫爲壹隱榮營衞驛圓緣艷鹽奧應橫歐黃溫穩假價畫會壞懷繪槪擴覺學嶽樂勸卷寬歡'
        || '觀關巖顏歸氣龜戲舊據擧峽狹曉區驅勳薰徑惠溪經繼莖螢輕鷄藝儉劍劔劒剱釼圈檢權獻縣險'
        || '顯驗嚴效廣恆鑛號國黑濟碎櫻册雜參棧蠶贊殘絲齒兒辭濕實舍寫釋壽收從澁澀獸縱肅處緖敍'
        || '奬將燒稱證乘剩壤孃條淨疊穰讓釀觸寢愼眞盡圖粹醉穗隨數樞瀨聲靜齊齋斎齎攝專戰淺潛纖'
        || '踐錢禪雙壯搜插爭窗總聰莊裝騷增藏屬續體對帶臺瀧擇澤單擔團彈斷遲晝蟲鑄廳聽鎭轉點傳'
        || '黨燈當德獨讀屆繩貳腦霸廢拜賣麥發髮拔祕濱濵拂佛竝變邊邉辨舖寶豐萬滿默歷彌藥譯豫餘'
        || '與譽搖樣謠來賴亂覽龍兩獵綠鄰壘勵禮靈齡戀爐勞樓郞祿錄灣曾靑淸鐵鉃髙﨑碕嵜嶋嶌冨𠮷'
        || '槙遙瑤堯凛桒舘栁𣘺槗峯曻圡檜桝禰靏靍埜籔藪煕凞萠晄裵尙朖昻渕渊舩逹鴈薗穐濤燿萊蘆'
        || '諫躰鄕鄉鰺兔凉吳吴姬姊戶户敎歲每產皋硏稻竃簔簑籠蘓蠣裡說讚閱駈鶯鷗樑翆斈瘦靱涌刘'
        || '张陈杨赵孙马邓叶卢钟鐘锺许谢韩冯郑罗萧苏蒋贾陆谭邹贺龚汤严乔顾龙钱阎闫华丽军伟红'
        || '兰凤飞强东晓颖爱宁岚润泽滨亚丰贵艺荣莹莲庆广应尧齐宾胜维绍纪继经绮聪苍蓝见观诗诚'
        || '谦辉运连远达进银锋锦长门闻阳项顺颜风骏鸣鸿鹏鹤龄龟贤义乐书云仪园坚宪实专彥战杰权'
        || '桦毕泾济玮琼异绿边关韦饶鲁鲍鸥'
        || U&'\3099\309A',
      'ilddoσhnt''''''あいうえおつやゆよわかけじずいえییکها'
        || 'ああいいううええおおかがきぎくぐけげこごさざしじすずせぜそぞただちじつつずてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもややゆゆよよらりるれろわわいえをんゔかけ'
        || '亜悪圧囲医為壱隠栄営衛駅円縁艶塩奥応横欧黄温穏仮価画会壊懐絵概拡覚学岳楽勧巻寛歓'
        || '観関巌顔帰気亀戯旧拠挙峡狭暁区駆勲薫径恵渓経継茎蛍軽鶏芸倹剣剣剣剣剣圏検権献県険'
        || '顕験厳効広恒鉱号国黒済砕桜冊雑参桟蚕賛残糸歯児辞湿実舎写釈寿収従渋渋獣縦粛処緒叙'
        || '奨将焼称証乗剰壌嬢条浄畳穣譲醸触寝慎真尽図粋酔穂随数枢瀬声静斉斉斉斉摂専戦浅潜繊'
        || '践銭禅双壮捜挿争窓総聡荘装騒増蔵属続体対帯台滝択沢単担団弾断遅昼虫鋳庁聴鎮転点伝'
        || '党灯当徳独読届縄弐脳覇廃拝売麦発髪抜秘浜浜払仏並変辺辺弁舗宝豊万満黙歴弥薬訳予余'
        || '与誉揺様謡来頼乱覧竜両猟緑隣塁励礼霊齢恋炉労楼郎禄録湾曽青清鉄鉄高崎崎崎島島富吉'
        || '槇遥瑶尭凜桑館柳橋橋峰昇土桧枡祢鶴鶴野薮薮熙熙萌晃裴尚朗昂淵淵船達雁園秋涛耀莱芦'
        || '諌体郷郷鯵兎涼呉呉姫姉戸戸教歳毎産皐研稲竈蓑蓑篭蘇蛎裏説讃閲駆鴬鴎梁翠学痩靭湧劉'
        || '張陳楊趙孫馬鄧葉盧鍾鍾鍾許謝韓馮鄭羅蕭蘇蔣賈陸譚鄒賀龔湯厳喬顧竜銭閻閻華麗軍偉紅'
        || '蘭鳳飛強東暁穎愛寧嵐潤沢浜亜豊貴芸栄瑩蓮慶広応尭斉賓勝維紹紀継経綺聡蒼藍見観詩誠'
        || '謙輝運連遠達進銀鋒錦長門聞陽項順顔風駿鳴鴻鵬鶴齢亀賢義楽書雲儀園堅憲実専彦戦傑権'
        || '樺畢涇済瑋瓊異緑辺関韋饒魯鮑鴎'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ゔあ', 'ば'), 'ゔい', 'び'), 'ゔえ', 'べ'), 'ゔお', 'ぼ'), 'ゔ', 'ぶ'),
    '([あかがさざただなはばぱまやらわ])[-ー‐‑‒–—―−─]+', '\1あ', 'g'),
    '([いきぎしじちにひびぴみり])[-ー‐‑‒–—―−─]+', '\1い', 'g'),
    '([うくぐすずつぬふぶぷむゆる])[-ー‐‑‒–—―−─]+', '\1う', 'g'),
    '([えけげせぜてでねへべぺめれ])[-ー‐‑‒–—―−─]+', '\1い', 'g'),
    '(お)[-ー‐‑‒–—―−─]+', '\1お', 'g'),
    '([こごそぞとどのほぼぽもよろを])[-ー‐‑‒–—―−─]+', '\1う', 'g'),
    '([\u4e00-\u9fff])\1', '\1々', 'g');

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
