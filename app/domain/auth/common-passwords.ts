/**
 * Passwords that nobody may choose, in lower case. Each has at least six characters.
 *
 * First the 3000 most common ones, the most common first.
 * Source: "10k most common.txt" of the npm package common-password 0.1.2 (https://github.com/meehow/common-password),
 * which took it from Mark Burnett's "10,000 Top Passwords" (https://xato.net/passwords/more-top-worst-passwords/).
 * Licence: ISC.
 *
 * Copyright (c) Michal Adamski
 *
 * Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted,
 * provided that the above copyright notice and this permission notice appear in all copies.
 *
 * THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
 * IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
 * INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
 * ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
 * THIS SOFTWARE.
 */
export const COMMON_PASSWORDS = `
password 123456 12345678 qwerty dragon baseball football letmein monkey 696969 abc123 mustang michael shadow master jennifer
111111 jordan superman harley 1234567 fuckme hunter fuckyou trustno1 ranger buster thomas tigger robert soccer batman killer
hockey george charlie andrew michelle sunshine jessica asshole pepper daniel access 123456789 654321 joshua maggie starwars
silver william dallas yankees 123123 ashley 666666 amanda orange biteme freedom computer thunder nicole ginger heather hammer
summer corvette taylor fucker austin merlin matthew 121212 golfer cheese princess martin chelsea patrick richard diamond yellow
bigdog secret asdfgh sparky cowboy camaro anthony matrix falcon iloveyou bailey guitar jackson purple scooter phoenix aaaaaa
morgan tigers porsche mickey maverick cookie nascar peanut justin 131313 samantha panties steelers joseph snoopy boomer whatever
iceman smokey gateway dakota cowboys eagles chicken zxcvbn please andrea ferrari knight hardcore melissa compaq coffee booboo
johnny bulldog xxxxxx welcome player ncc1701 wizard scooby charles junior internet bigdick brandy tennis blowjob banana monster
spider lakers miller rabbit mercedes brandon steven fender yamaha diablo boston marine chicago rangers gandalf winter bigtits
barney edward raiders badboy blowme spanky bigdaddy johnson chester london midnight fishing 000000 hannah slayer 11111111 rachel
sexsex redsox thx1138 marlboro panther zxcvbnm arsenal oliver qazwsx mother victoria 7777777 jasper winner crystal golden
butthead viking iwantu shannon murphy angels prince cameron madison wilson carlos hooters willie startrek captain maddog jasmine
butter booger angela lauren rocket tiffany theman dennis liverpoo flower forever jackie muffin turtle sophie danielle redskins
toyota sierra winston debbie giants packers newyork jeremy casper 112233 sandra lovers mountain united cooper driver tucker
helpme fucking pookie maxwell 8675309 suckit gators 222222 shithead fuckoff jaguar monica hotdog gemini xxxxxxxx 777777 canada
nathan victor florida 88888888 nicholas rosebud metallic doctor trouble success stupid tomcat warrior peaches apples qwertyui
dolphins rainbow gunner 987654 freddy alexis braves cocacola xavier dolphin testing bond007 member calvin voodoo samson apollo
tester walter beavis voyager bonnie rush2112 scorpio jonathan skippy sydney red123 gordon travis beaver jackass flyers 232323
zzzzzz rebecca scorpion doggie legend yankee blazer runner birdie bitches 555555 parker topgun asdfasdf heaven animal bigboy
arthur private godzilla donald williams lifehack phantom august platinum bronco heka6w2 copper cumshot garfield willow little
carter albert 69696969 kitten jordan23 eagle1 shelby america jessie 123321 bullshit broncos horney surfer nissan 999999 saturn
airborne elephant marvin action adidas explorer walker police christin december benjamin therock online dickhead brooklyn teresa
cricket sharon dexter racing gregory redwings dreams michigan hentai magnum 87654321 nothing donkey trinity digital 333333
stella cartman guinness 123abc speedy buffalo pimpin einstein nelson nirvana vampire playboy louise pumpkin snowball test123
sucker mexico beatles fantasy gibson celtic marcus cherry cassie 888888 natasha sniper chance genesis hotrod reddog alexande
college jester passw0rd bigcock lasvegas carmen slipknot kimberly 1q2w3e eclipse 1q2w3e4r stanley samuel drummer montana spencer
carolina colorado creative hello1 goober friday bollocks scotty abcdef bubbles hawaii fluffy stephen horses thumper pussies
darkness asdfghjk pamela boobies buddha vanessa sandman naughty douglas azerty shorty money1 loveme simple poohbear 444444
badass destiny denise vikings lizard melanie assman sabrina nintendo howard 123qwe november october leather bastard 101010
extreme password1 vincent pussy1 lacrosse hotmail spooky amateur alaska badger paradise maryjane mozart russell vagina spitfire
anderson norman cherokee cougar barbara 420420 family enigma allison raider brazil blonde drowssap school marshall lovely
1qaz2wsx jeffrey caroline franklin snickers leslie nipples courtney diesel eminem westside suzuki passion hummer ladies zachary
frankie reggie suckme simpson patricia 147147 pirate semperfi jupiter redrum freeuser wanker stinky ducati natalie babygirl
bishop windows spirit pantera monday patches brutus houston smooth penguin marley forest 212121 maximus nipple bradley vision
pokemon champion fireman indian softball picard system clinton lucky1 claire claudia boogie timothy marines security wildcats
dancer hardon veronica fucked abcd1234 abcdefg ironman wolverin remember freepass bigred squirt justice francis hobbes kermit
pearljam mercury domino denver brooke rascal hitman mistress bbbbbb friend peekaboo budlight electric stargate saints bondage
brittany bigman zombie swimming qwerty1 scotland disney rooster brenda mookie swordfis duncan olivia hunting blink182 alicia
samsung bubba1 virginia general passport aaaaaaaa erotic liberty arizona newport skipper rolltide happy1 galore christ weasel
242424 wombat digger classic bulldogs poopoo accord popcorn turkey 007007 titanic liverpool dreamer everton friends chevelle
carrie gabriel psycho nemesis burton pontiac connor lickme roland cumming mitchell ireland lincoln arnold spiderma patriots
goblue devils eugene empire cardinal shaggy froggy kawasaki kodiak people kramer chopper hooker whynot lesbian baxter ncc1701d
qqqqqq airplane britney avalon sublime stewart wildcat scarface elizabet 123654 trucks wolfpack pervert lawrence raymond redhead
american alyssa bambam shaved snowman tiger1 chicks raptor stingray shooter france madmax kristen sports 789456 garcia simpsons
lights looking chronic alison hahaha packard hendrix perfect service spring srinivas 252525 brother bigmac single cannon georgia
popeye tattoo bullet taurus sailor wolves panthers strike flowers pussycat chris1 loverboy berlin sticky marina tarheels fisher
russia connie wolfgang testtest mature catch22 michael1 nigger 159753 alpha1 trooper hawkeye freaky dodgers pakistan machine
pyramid vegeta katana tinker coyote infinity inside letmein1 control hercules morris james1 tickle outlaw browns billybob pickle
michele antonio pavilion changeme caesar prelude tanner adrian darkside bowling wutang sunset robbie alabama danger zeppelin
pppppp darkstar madonna qwe123 bigone casino cheryl charlie1 mmmmmm integra wrangler apache tweety qwerty12 bobafett simone
business sterling trevor transam dustin harvey england seattle ssssss openup pandora pussys trucker wallace indigo malibu review
babydoll dilbert pegasus catfish flipper valerie herman fuckit detroit kenneth cheyenne bruins stacey marino fetish xfiles
wonder stinger pretty stealth manutd gracie gundam cessna longhorn presario mnbvcxz wicked mustang1 victory 21122112 shelly
awesome athena q1w2e3r4 holiday knicks street redneck 12341234 scully dragon1 devildog triumph bluebird shotgun peewee ronnie
angel1 special metallica madman country impala lennon roscoe access14 enterpri miranda search smitty blizzard unicorn ronald
asdf1234 harrison trigger winnie beauty thailand 1234567890 cadillac castle bobcat buddy1 stones freddie loveyou norton hellfire
hotsex indiana panzer lonewolf trumpet colors blaster 12121212 fireball precious elaine jungle atlanta corona curtis polaris
timber theone baller chipper orlando island skyline dragons benson licker goldie engineer pencil basketba hornet barbie farmer
valentin wetpussy indians redman foobar travel morpheus bernie target 141414 hotstuff photos savage rocky1 fuck_inside dollar
design newton hottie 202020 blondes lestat avatar future goforit random abgrtyu jjjjjj cancer q1w2e3 smiley goldberg express
virgin zipper wrinkle1 babylon powers consumer dudley monkey1 serenity samurai 99999999 bigboobs skeeter lindsay joejoe master1
chocolat christia birthday stephani 1234qwer alfred 98765432 sexual maxima 77777777 sampson buckeye highland kristin seminole
reaper bassman nugget lucifer airforce watson warlock philip always chrissy burger snatch maddie holmes huskers piglet joanne
hamilton dodger paladin christy chubby buckeyes hamlet abcdefgh bigfoot sunday manson goldfish garden deftones icecream blondie
spartan harold charger brandi stormy sherry pleasure juventus rodney galaxy holland escort planet jerome wesley david1 ncc1701e
51505150 cavalier gambit sidney ripper oicu812 sister martha nylons aardvark nadine minnie whiskey plastic babylon5 savannah
racecar insane yankees1 mememe hansolo chiefs fredfred salmon concrete yvonne shamrock atlantis warren wordpass julian mariah
rommel harris predator sylvia massive sammy1 mister marathon rubber trunks desire montreal justme faster kathleen bertha
jessica1 alpine sammie diamonds tristan swinger stallion pitbull letmein2 roberto palmer shadow1 audrey clitoris shirley fuckers
jackoff bluesky sundance renegade hollywoo 151515 bernard wolfman soldier picture pierre goddess manager nikita sweety titans
ficken niners bottom bubble hello123 ibanez webster sweetpea stocking 323232 tornado lindsey content aragorn griffin campbell
trojan christop newman rockstar father geronimo pascal crimson brooks hector google camera chandler fatcat lovelove waters
stimpy finger wheels viper1 greenday 987654321 creampie brendan hiphop snapper funtime trombone cotton cookies kaiser mulder
westham latino ravens aurora drizzt madness energy 314159 sophia stefan rocker 55555555 freeman french mongoose dddddd hungry
catdog gogogo tottenha curious butterfl mission january singer sherman techno lancer lalala autumn chichi trixie clifford bobbob
bomber holden spunky liquid beagle granny network kkkkkk millie biggie beetle teacher toronto anakin genius karate snakes
bangkok callie fuckyou2 pacific daytona kelsey infantry skywalke foster sailing raistlin vanhalen herbert blackie tarzan strider
sherlock dietcoke ultimate sprite artist python ytrewq sweetie superfly 456789 jesus1 freedom1 drpepper potter darren hobbit
violet phillip maurice gloria nolimit mylove biscuit shasta sex4me smoker pebbles philly tintin lesbians marlin cactus frank1
tttttt emerald showme pirates colleen tazman tanker patton toshiba richie alberto gotcha graham dillon bigguy tomtom marion
fossil flight racerx creamy musicman warcraft window shuang sheila microsoft getsome quality kennedy morrison wwwwww yoyoyo
joanna andreas harder qazxsw boeing keeper western isabelle subaru thuglife martina maniac pussie tracey a1b2c3 clayton zhuang
stonecol spyder memphis regina magic1 logitech chuang million sesame poison hamster ferret florence maiden velvet nookie buttons
0.0.000 sharks change kansas muscle monroe whitney 1passwor bluemoon yomama tarheel leonard basket 22222222 bianca stardust
jumper margaret archie 66666666 charlott forget qwertz history milton waterloo 11223344 office oldman preston trains murray
vertigo 246810 black1 swallow smiles standard alexandr parrot luther nicolas surfing pioneer masters apple1 asdasd auburn
hannibal frontier panama brianna welcome1 blue22 shemale 111222 baggins groovy global turner 181818 blades spanking byteme
lobster collins hilton japanese markus deedee 171717 jersey green1 capital putter seven7 lester marcel banshee grendel gilbert
hidden iloveu ledzep michel 147258 female bugger buffett kristina molson wookie sprint thanks jericho 102030 fuckin ranger1
trebor deepthroat bonehead molly1 mirage models stuart showtime squirrel pentium powder twister connect neptune engine eatshit
mustangs woody1 shogun septembe center russian sabine damien mollie voyeur 363636 leonardo germany nudist sleepy tequila fighter
garrett dominic obiwan makaveli vacation walnut ladybug cantona ccbill rusty1 passwor1 columbia napoleon kissme motorola
william1 skater matthew1 robinson valley coolio dagger horndog jason1 penguins rescue griffey 8j4ye3uz californ champs
qwertyuiop portland colt45 xxxxxxx xanadu tacoma carpet gggggg safety palace italia stevie picturs picasso thongs tempest
ricardo roberts asd123 foxtrot nimrod hotboy 343434 1111111 asdfghjkl overlord stranger 454545 shaolin sooners socrates
spiderman peanuts maxine rogers 13131313 andrew1 filthy donnie ohyeah africa national monique intrepid jasmin pickles assass
fright potato darwin hhhhhh kingdom weezer 424242 pepsi1 throat gerard looker monika suzanne sweets temple laurie megadeth
analsex nymets ddddddd bigballs support oakland oooooo qweasd chucky bridge carrot chargers discover dookie condor butler hoover
horny1 isabella sunrise sinner megapass martini assfuck grateful ffffff abigail esther mushroom janice jamaica wright 7654321
cccccc gizmodo roxanne tractor cristina mypass hongkong helena blue123 pissing thomas1 redred basketball attack satan666 dublin
bollox kingkong katrina 272727 penelope thompson anything battle grizzly passat porter defiant bowler knickers monitor wisdom
slappy letsgo robert1 brownie hudson 098765 playing playtime lightnin melvin atomic llllll qwaszx cosmos knights bentley
slapshot assword frosty gillian dumbass mallard deanna elwood 159357 titleist angelo aussie golfing doobie loveit elliott
werewolf vipers janine blabla sucking tardis serena shelley thegame legion rebels fernando gerald sarah1 double onelove loulou
blackcat tacobell soccer1 manuel method ludwig poopie derrick breast kittycat isabel pikachu thunder1 thankyou celeste celtics
frances frogger scoobydo sabbath coltrane budman willis jackal bigger silvia sooner licking gopher geheim lonestar primus pooper
newpass brasil heather1 husker element moomoo beefcake zzzzzzzz shitty smokin personal anthony1 anubis backup gorilla fuckface
painter lowrider punkrock traffic claude daniela delta1 kissing kelley theresa amazon fatass dodgeram dingdong malcolm qqqqqqqq
breasts honda1 spidey johnjohn miguel 147852 archer asshole1 dogdog tricky crusader weather syracuse spankme speaker meridian
amadeus harley1 falcons dorothy turkey50 kenwood keyboard ilovesex blackman shazam shalom lickit jimbob richmond roller carson
fatman garbage sandiego loving magnus cooldude clover mobile payton plumber texas1 topper mariners harmony caliente celica
fletcher german oxford osiris orgasm punkin porsche9 tuesday breeze bossman kangaroo billie latinas judith astros scruffy
qwertyu hearts jammer springer rhonda goodtime chelsea1 freckles flyboy doodle nebraska bootie kicker webmaster vulcan iverson
191919 blueeyes stoner 321321 farside director pussy69 power1 bobbie hershey hermes monopoly birdman blessed blackjac southern
peterpan thumbs lawyer melinda fingers fuckyou1 rrrrrr a1b2c3d4 nicola bohica elvis1 blacky stories sentinel snake1 phoebe
richard1 1234abcd guardian candyman fisting scarlet pancho mandingo lucky7 condom munchkin billyboy summer1 student skiing
sergio rootbeer assassin cassidy frederic fitness giovanni scarlett durango postal achilles kisses warriors imagine plymouth
topdog asterix cameltoe fuckfuck bridget eeeeee sithlord sommer theking juliet avenger backdoor goodbye chevrole lorraine trance
cosworth houses homers eternity kingpin verbatim incubus zaphod shiloh station jennie maynard mighty aliens charly running
dogman omega1 printer aggies chocolate deadhead javier bitch1 stone55 pineappl thekid lizzie rockets ashton camels formula
forrest rosemary oracle pussey porkchop clancy nellie mystic inferno blackdog steve1 pauline alexander grumpy flames scream
lonely valhalla unreal cynthia herbie engage yyyyyy 010101 solomon pistol melody flying santiago scottie oakley portugal a12345
newbie 1qazxsw2 beverly writer stripper sebastia spread tobias members 565656 funfun trojans hurrican moneys 1x2zkg8w tomato
atlantic celine usa123 account aaaaaaa homerun hyperion kevin1 blacks 44444444 skittles hastings gangbang sailboat oilers conrad
church damian broken buster1 hithere immortal sticks peters lexmark jerkoff maryland anders cheers possum columbus cutter muppet
beautiful stolen swordfish peter1 jethro rockon asdfghj pass123 pornos ncc1701a bootys buttman bonjour escape 362436 spartans
tinman threesom lemons maxmax camelot chewie fusion dilligaf nopass myself hustler hunter1 whitey beast1 yesyes smudge pinkfloy
patriot lespaul annette hammers catalina finish formula1 sausage scooter1 orioles oscar1 colombia cramps natural eating exotic
iguana suckers strong sheena topcat lancelot angelica magelan ramona crunch british button eileen 456123 skinny seeking rockhard
filter freaks sakura pacman poontang dalton newlife homer1 klingon watcher walleye sinatra starship starbuck poncho amber1
grover catherin candle firefly goblin scotch huskies eleven kentucky kitkat israel beckham bicycle yourmom studio 33333333
splash jimmy1 reality 12344321 caitlin sapphire mailman raiders1 hopper excalibu wilbur illini imperial phillips lansing gothic
golfball carlton camille facial front242 macdaddy qwer1234 vectra cowboys1 crazy1 dannyboy bennett leader martinez aquarius
barkley hayden caught franky pppppppp prodigy clarence noodle eatpussy vortex wanking beatrice billy1 siemens phillies research
groups carolyn chevy1 gggggggg doughboy dracula nurses madrid lollipop utopia chrono cooler conner nevada wibble werner summit
marilyn babies capone fugazi qazwsxed puppies triton command nnnnnn ernest momoney iforgot wolfie studly hamburg 81fukkc 741852
catman forgot gagging scott1 oregon qweqwe crazybab daniel1 cutlass brothers mothers music1 walrus bigtime xtreme rookie bathing
sanchez rotten maestro turbo1 butthole elijah bender shania thecat rightnow reagan baddog greatone gateway1 randall napster
brian1 bogart hitler weaver wildfire jackson1 isaiah belinda beaner 0.0.0.000 super1 select snuggles slutty phoenix1 technics
raven1 rayray 123789 albion greens fashion gesperrt santana powell credit darling mystery bowser bottle brucelee hehehe kelly1
bikini woofwoof spears theodore julius richards amelia central nyjets punisher username vanilla twisted bryant bunghole
elizabeth kimber viagra veritas labtec lifetime jenny1 masterbate mayhem redbull govols gremlin 505050 gmoney rupert rovers
diamond1 lorenzo trident abnormal davidson deskjet cuddles bristol karina milano vh5150 jarhead bigbird bizkit sixers slider
star69 starfish penetration tommy1 john316 meghan michaela market caligula flicks madden railroad cthulhu bradford br0d3r
military bearbear swedish patrick1 anarchy groove franco fuckher tyrone airbus cobra1 christine delete duster kitty1 mouse1
monkeys jazzman 262626 swinging stroke stocks pippen labrador jordan1 justdoit meatball females saturday vector cooter defender
desert bubbas bonkers english kahuna wildman sirius static piercing terror teenage leelee marissa microsof mechanic robotech
hailey chaser sanders salsero macross quantum rachael tsunami universe daddy1 cruise nguyen newpass6 hellyeah vernon zaq12wsx
striker steele spectrum smegma jjjjjjjj mellow astrid cancun cartoon sabres samiam oranges oklahoma coleman denali noodles
hooter mmmmmmmm warthog bloody blueblue wolverine sniffing harper calico pooter closeup bonsai evelyn emily1 kathryn keystone
yzerman theboss tolkien megaman bbbbbbbb handsome hal9000 gringo gofish gizmo1 samsam onlyme tttttttt corrado clapton deborah
vivian jayhawk bethany sharky seeker ssssssss somethin pillow thesims lighter lkjhgf melissa1 marcius2 guiness gymnast casey1
goalie godsmack rangers1 clemson clipper deeznuts nobody holly1 elliot kingston miriam yosemite sucked sex123 sexy69 tommyboy
lamont masterbating marianne gretzky happyday frisco scratch orchid orange1 manchest quincy unbelievable aberdeen dawson
nathalie ne1469 boxing intercourse 161616 supersta stoney senior amature barber babyboy bcfields goliath hardrock children
scrappy qazqaz tracker active craving commando cohiba cyclone bubba69 katie1 vsegda irish1 better sinclair smelly squerting
jokers jeanette jojojo meathead ashley1 groucho cheetah firefox gandalf1 packer magnolia love69 tyler1 typhoon tundra bobby1
kenworth village volley wolf359 000007 swimmer skydive smokes peugeot pompey legolas kristy redhot rodman redalert having grapes
4runner carrera floppy dollars ou8122 quattro cloud9 davids nofear homemade whisper vermont webmaste insertion jayjay philips
topher tongue temptress midget ripken havefun gretchen celebrity getting ghetto direct ragnarok trinidad usnavy conover cruiser
dalshe nicole1 buzzard hottest kingfish misfit milfnew warlord wassup bigsexy blackhaw shearer tights thursday kungfu journey
meatloaf marlene area51 batman1 bananas 636363 cancel paradox queens adults aikido cigars hoosier eeyore moose1 interacial
streaming 313131 pertinant pool6123 mayday rivers revenge animated banker baddest gordon24 fortune fantasies touching deadman
homepage ejaculation whocares iscool jamesbon 1pussy sweden skidoo pepper1 pinhead micron allsop amsterda gunnar 666999 fowler
february fletch george1 sapper science sasha1 luckydog lover1 magick popopo public ultima cypress booker businessbabe brandon1
edwards experience jabroni bigbear 010203 searay secret1 showing sinbad sexxxx soleil software piccolo thirteen leopard legacy
jensen justine memorex marisa mathew redwing rasputin 134679 anfield greenbay catcat feather scanner pa55word contortionist
danzig daisy1 exodus vinnie iiiiii subway second snapple sneakers sonyfuck poodle test1234 junebug marker mellon ronaldo
roadkill amanda1 asdfjkl beaches greene great1 cheerleaers doitnow madeline christian daphne boxster brighton housewifes
emmanuel emerson mnbvcx moocow wagner bigmoney blonds storys stereo 420247 seductive sexygirl lesbean justin1 124578 animals
balance hansen cabbage canadian gangbanged dodge1 malaka probes adriana coolman crawford nacked hotpussy erotica mirror wearing
implants intruder bigass zenith woohoo womans pisces laguna krystal maxell andyod22 barcelon chainsaw chickens flash1 downtown
orgasms magicman profit pothead coconut chuckie contact clevelan designer builder budweise hotshot horizon experienced mondeo
strange stumpy smiths sparks slacker pitchers passwords laptop jeremiah allmine alliance bbbbbbb asscock halflife grandma hayley
cecilia chacha saratoga sandy1 santos doogie number positive qwert40 transexual close-up darrell bonita ib6ub9 jacob1 beastie
sunnyday stoned sonics starfire snapon pictuers testing1 tiberius lisalisa lesbain retard ripple austin1 badgirl golfgolf
flounder garage royals dragoon dickie passwor majestic poppop trailers dammit bobobo emmitt minime mikemike whitesox 353535
seamus sparkle sluttey pictere titten angelina goodluck charlton fingerig gallaries passme lockerroom logan1 rainman treasure
absolutely custom cyclops nipper bucket homepage- momsuck indain beerbeer bimmer susanne stunner stevens 456456 tootsie testerer
reefer really harcore gollum 545454 caveman carole fordf150 fishes gaymen saleen doodoo pa55w0rd looney presto brewer helloo
kamikaze wasser vietnam japanees swords slapper marvel masterbaiting redwood rolling ametuer callaway fucing sadie1 panasoni
unknown absolut deacon dallas1 housewife kristi keywest kirsten kipper morning 18436572 beating zxczxc sullivan 303030 shaman
sparrow terrapin jeffery masturbation redfish barrett goirish hardcock felicia forfun galary freeporn duchess olivier
pornographic ramses purdue traveler brando enter1 killme moneyman welder windsor stretch taylor1 shopping picher pickup
thumbnils johnboy maureen ameteur amateurs apollo13 hambone goldwing charley sally1
`;

/** Ours: common since then. */
export const NEWER_COMMON_PASSWORDS = `
12345678910 password123 p@ssw0rd qwerty123 qwert123 1q2w3e4r5t 00000000 147258369 admin123 administrator adminadmin login123
secret123 default guest123 blogblog aa123456 a123456 admin@123 pass@123 abcd@1234 minecraft princess1 iloveyou1 football1
1g2w3e4r gwerty123 zag12wsx welcome123 password! p4ssword
`;
